/** Page of freezes on all platforms, and of requests to release them. */
import { useState } from 'react'
import type { FreezeView } from '../../../../contract/operators/freezes.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { RequestList } from '../tasks/request-list.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'
import { useFreezes } from './freezes.ts'

/** The open dialog: an id to release, or empty to freeze. */
interface Asked {
  readonly subject: string
  readonly isRelease: boolean
}

export function FreezesPage() {
  const { data, error } = useFreezes()
  const mayFreeze = useMay('freeze')
  const isDesk = useSession()?.signIn === 'PASSKEY'
  const [asked, setAsked] = useState<Asked>()
  const waiting = new Set(data?.requests.filter(({ status }) => status === 'WAITING').map(({ target }) => target))
  return (
    <div className="flex flex-col gap-6">
      <title>Freezes · Causeway</title>
      <h1 className="text-2xl font-semibold tracking-tight">Freezes</h1>
      <Problem error={error} />
      <Card
        title="Frozen"
        aside={
          mayFreeze && (
            <Button size="small" look="dangerQuiet" onClick={() => setAsked({ subject: '', isRelease: false })}>
              Freeze …
            </Button>
          )
        }
      >
        {!isDesk && <Empty title="Only in production">Operators freeze and release there; a sandbox has none.</Empty>}
        {isDesk && !data && !error && <Waiting lines={3} />}
        {data?.freezes.length === 0 && (
          <Empty title="Nothing is frozen">Accounts, cards, customers, agents, tokens, platforms and rails.</Empty>
        )}
        <ul className="divide-y divide-line">
          {data?.freezes.map((freeze) => (
            <FreezeLine
              key={freeze.subject}
              freeze={freeze}
              isRequested={waiting.has(freeze.subject)}
              onRelease={() => setAsked({ subject: freeze.subject, isRelease: true })}
            />
          ))}
        </ul>
      </Card>
      <RequestList requests={data?.requests ?? []} />
      {asked && <FreezeDialog {...asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

interface FreezeLineProps {
  readonly freeze: FreezeView
  readonly isRequested: boolean
  readonly onRelease: () => void
}

function FreezeLine({ freeze, isRequested, onRelease }: FreezeLineProps) {
  const { subject, platform, reason, frozenBy, since } = freeze
  const mayFreeze = useMay('freeze')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-mono text-sm break-all">{subject}</p>
        <p>“{reason}”</p>
        <p className="text-sm text-muted">
          {platform ?? 'Installation'} · {frozenBy} · <Ago moment={since} />
        </p>
      </div>
      {isRequested && <span className="text-sm text-wait">A request waits</span>}
      {!isRequested && mayFreeze && (
        <Button size="small" onClick={onRelease} aria-label={`Release ${subject}`}>
          Release …
        </Button>
      )}
    </li>
  )
}
