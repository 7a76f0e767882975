/** First steps in the sandbox, each ticked by its event; absent when all are done or the card was hidden. */
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkOptions, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { FIRST_STEPS, type FirstStep } from '../../../../contract/sandbox/first-step-names.ts'
import { firstStepsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'

interface Step {
  readonly title: string
  readonly about: string
  readonly link: LinkOptions
}

const STEPS: Readonly<Record<FirstStep, Step>> = {
  PAY: {
    title: 'Pay a bank account in Mexico',
    about: 'Get a quote, pay, and follow the money.',
    link: linkOptions({ to: '/payments/new', search: {} }),
  },
  FAIL: {
    title: 'Have a payout sent back',
    about: 'Run a scenario, and see where the money goes.',
    link: linkOptions({ to: '/scenarios/$id', params: { id: 'payout-005' }, search: {} }),
  },
  WEBHOOK: {
    title: 'Receive a webhook',
    about: 'The built-in receiver verifies its signatures.',
    link: linkOptions({ to: '/webhooks' }),
  },
  CARD: {
    title: 'Tap a card',
    about: 'Authorize a purchase, clear and return it.',
    link: linkOptions({ to: '/terminal', search: {} }),
  },
  AGENT: {
    title: 'Approve an agent’s payment',
    about: 'Ada asks to pay more than she may alone.',
    link: linkOptions({ to: '/agents/approvals', search: {} }),
  },
}

/** Remembers in this browser that the card was hidden. */
const HIDDEN = 'causeway-first-steps-hidden'

export function FirstStepsCard() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null)
  const { data } = useQuery({ ...firstStepsQuery, enabled: !isHidden })
  if (isHidden || !data || FIRST_STEPS.every((step) => data.done[step])) return null
  const hide = () => {
    localStorage.setItem(HIDDEN, 'yes')
    setHidden(true)
  }
  const count = FIRST_STEPS.filter((step) => data.done[step]).length
  return (
    <Card
      title="First steps"
      aside={
        <span className="flex items-center gap-3 text-sm text-muted">
          {count} of {FIRST_STEPS.length}
          <Button look="quiet" size="small" onClick={hide}>
            Hide
          </Button>
        </span>
      }
    >
      <ol className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-5">
        {FIRST_STEPS.map((step) => (
          <StepItem key={step} step={STEPS[step]} eventId={data.done[step]} />
        ))}
      </ol>
    </Card>
  )
}

function StepItem({ step: { title, about, link }, eventId }: { step: Step; eventId: string | undefined }) {
  return (
    <li className="flex gap-3">
      <span
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full ${eventId ? 'bg-done-soft text-done' : 'border-2 border-edge'}`}
      >
        {eventId && <Icon name="check" size="size-3.5" />}
      </span>
      <span className="min-w-0">
        <Link {...link} className="rounded font-medium hover:text-accent hover:underline">
          {title}
        </Link>
        <span className="block text-sm text-muted">
          {eventId ? (
            <>
              Done.{' '}
              <Link to="/events/$id" params={{ id: eventId }} className="rounded text-accent hover:underline">
                See the event
              </Link>
            </>
          ) : (
            about
          )}
        </span>
      </span>
    </li>
  )
}
