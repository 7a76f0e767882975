/** The newest checkpoint of the ledger, and its verification on the server. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LedgerVerification } from '../../../../contract/installation/ledger-verification.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem } from '../../ui/note.tsx'
import { checkpointQuery, verifyLedger } from './queries.ts'

export function CheckpointCard() {
  const { data, error } = useQuery(checkpointQuery)
  const verify = useMutation({ mutationFn: verifyLedger })
  const checkpoint = data?.checkpoint
  return (
    <Card
      title="Checkpoints"
      aside={
        <Button size="small" disabled={verify.isPending || !data} onClick={() => verify.mutate()}>
          {verify.isPending ? 'Verifying …' : 'Verify the ledger'}
        </Button>
      }
    >
      <p className="max-w-2xl text-muted">
        A checkpoint seals the postings since the one before it with a signed hash. One is made every minute in which
        money moved. It shows later whether a posting was changed, removed or added.
      </p>
      <Problem error={error} />
      {data && !checkpoint && <p className="mt-3">There is no checkpoint yet.</p>}
      {checkpoint && (
        <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-4">
          <Part name="Newest">
            <span className="money">{checkpoint.number.toLocaleString('en')}</span>,{' '}
            <Ago moment={checkpoint.sealedAt} className="text-muted" />
          </Part>
          <Part name="Postings sealed">
            <span className="money">{checkpoint.postings.toLocaleString('en')}</span>
          </Part>
          <Part name="Head">
            <Shortened text={`${checkpoint.number}:${checkpoint.hash}`} label="head" />
          </Part>
          <Part name="Key">
            <Shortened text={checkpoint.key} label="key" />
          </Part>
        </dl>
      )}
      <div aria-live="polite" className="mt-3 flex flex-col gap-3 empty:hidden">
        <Problem error={verify.error} />
        {verify.data && !verify.isPending && <Result verification={verify.data} />}
      </div>
    </Card>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Shortened = ({ text, label }: { text: string; label: string }) => (
  <Copyable text={text} label={label} shown={`${text.slice(0, 12)}…`} />
)

const counted = (number: number, what: string) => `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`

function Result({ verification }: { verification: LedgerVerification }) {
  const { checkpoints, postings, unsealed, isIntact, fault } = verification
  if (!isIntact)
    return (
      <p role="alert" className="rounded-xl bg-bad-soft px-4 py-3 font-medium text-bad">
        The ledger was changed: {fault}.
      </p>
    )
  return (
    <div className="animate-arrive rounded-xl bg-done-soft px-4 py-3">
      <p className="flex items-center gap-2 font-medium text-done">
        <Icon name="check" />
        Intact: {counted(checkpoints, 'checkpoint')} over {counted(postings, 'posting')}.
      </p>
      <p className="mt-1 text-sm">
        {unsealed > 0 && `${counted(unsealed, 'newer posting')} to be sealed within a minute. `}
        {checkpoints > LIMITS.checkpoints &&
          `Postings were computed again for the newest ${LIMITS.checkpoints} checkpoints; causeway ledger verify does it for all.`}
      </p>
    </div>
  )
}
