/** Dialog that shows what will be signed: the statement, and the exact bytes. */
import { useNow } from '../../../api/now.ts'
import { useStore } from '../../../api/store.ts'
import { formatCountdown } from '../../../format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Verbatim } from '../../../ui/verbatim.tsx'
import { type Question, question } from './review.ts'

export function ReviewDialog() {
  const asked = useStore(question)
  return asked && <Review key={asked.challenge.requestId} {...asked} />
}

function Review({ challenge: { payloadToSign, expiresAt }, answer }: Question) {
  const left = Date.parse(expiresAt) - useNow(1000)
  const { statement, ...rest } = JSON.parse(payloadToSign) as Readonly<Record<string, unknown>>
  return (
    <Dialog title="Review and sign" isWide onClose={() => answer(false)}>
      <div className="flex flex-col gap-4">
        <p className="text-lg leading-snug font-medium break-words">{String(statement)}</p>
        <p className="text-muted">
          Nothing has been executed yet. The signature covers every byte below;{' '}
          <span className="money">{formatCountdown(left)}</span> minutes left to give it.
        </p>
        <Verbatim
          label="What is signed, by its fields"
          text={JSON.stringify(rest, null, 2)}
          className="max-h-[35dvh]"
        />
        <details>
          <summary className="text-accent">payloadToSign, exactly as it is signed</summary>
          <div className="mt-2">
            <Verbatim label="payloadToSign" text={payloadToSign} className="max-h-40" />
          </div>
        </details>
        <div className="flex justify-end gap-3">
          <Button onClick={() => answer(false)}>Do not sign</Button>
          <Button look="primary" disabled={left <= 0} onClick={() => answer(true)}>
            Sign
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
