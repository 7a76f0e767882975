/** Buttons that freeze, unfreeze and close a card. */
import { useState } from 'react'
import { cardLifecycle } from '../../../../contract/cards/card-lifecycle.ts'
import type { Card } from '../../../../contract/cards/cards.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorBanner } from '../wallet/signing/error-banner.tsx'
import { cardName } from './card-face.tsx'
import { SigningNote, useCardChange } from './signing.tsx'

const ABOUT: Readonly<Record<string, string>> = cardLifecycle.states
const REASONS: Readonly<Record<string, string>> = {
  ISSUER_REJECTED: 'The issuer refused it.',
  CLOSED_BY_PLATFORM: 'The platform closed it.',
  CLOSED_BY_SERVICE: 'The operator closed it.',
}

export function CardState({ card }: { card: Card }) {
  const change = useCardChange(card)
  const [isClosing, setClosing] = useState(false)
  const isChangeable = card.state === 'ACTIVE' || card.state === 'FROZEN'
  const isBusy = !change.isAllowed || change.isPending
  const target = card.state === 'ACTIVE' ? 'FROZEN' : 'ACTIVE'
  return (
    <div className="flex flex-col gap-3">
      <p>
        {ABOUT[card.state]} {card.stateReason && REASONS[card.stateReason]}
      </p>
      {isChangeable && (
        <>
          <div data-needs="MANAGE" className="flex gap-2">
            <Button className="flex-1" disabled={isBusy} onClick={() => change.mutate({ state: target })}>
              <Icon name={target === 'FROZEN' ? 'snow' : 'check'} />
              {target === 'FROZEN' ? 'Freeze' : 'Unfreeze'}
            </Button>
            <Button className="text-bad!" disabled={isBusy} onClick={() => setClosing(true)}>
              Close …
            </Button>
          </div>
          <ErrorBanner error={change.error} />
          <SigningNote card={card} change={change} />
        </>
      )}
      {isClosing && (
        <Dialog title={`Close ${cardName(card)}?`} onClose={() => setClosing(false)}>
          <div className="flex flex-col gap-4">
            <p>This cannot be undone. The card stays visible until its purchases are settled.</p>
            <div className="flex justify-end gap-3">
              <Button onClick={() => setClosing(false)}>Cancel</Button>
              <Button
                look="primary"
                onClick={() => {
                  setClosing(false)
                  change.mutate({ state: 'CLOSED' })
                }}
              >
                Close permanently
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  )
}
