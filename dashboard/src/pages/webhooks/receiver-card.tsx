/** Events received by the sandbox's own receiver, and whether their signatures are valid. */
import { useQuery } from '@tanstack/react-query'
import type { SandboxReceivedWebhook } from '../../../../contract/sandbox/sandbox-receiver.ts'
import { endpointQuery, receiverQuery } from '../../api/webhooks.ts'
import { formatClock } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'

export function ReceiverCard() {
  const { data } = useQuery(receiverQuery)
  const endpoint = useQuery(endpointQuery)
  if (!data || (endpoint.data?.url !== data.url && data.received.length === 0)) return null
  return (
    <Card title="Built-in receiver">
      {data.received.length === 0 && (
        <p className="py-2 text-muted">Nothing received yet. Send a test event, or make a payment.</p>
      )}
      <ol aria-label="Received, newest first" className="flex flex-col">
        {data.received.map((one) => (
          <li key={one.receivedAt + one.body.slice(0, 60)} className="border-b border-line last:border-0">
            <Received one={one} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Received({ one }: { one: SandboxReceivedWebhook }) {
  const { receivedAt, body, isServiceSignatureValid, isStandardSignatureValid } = one
  const isValid = isServiceSignatureValid && isStandardSignatureValid
  const { type, text } = readable(body)
  return (
    <details>
      <summary className="cursor-pointer rounded-lg py-2.5 hover:bg-sunken">
        <span className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{type}</span>{' '}
        <span className={`text-sm font-medium ${isValid ? 'text-done' : 'text-bad'}`}>
          {isValid
            ? 'Both signatures valid'
            : `${isServiceSignatureValid ? 'webhook-signature' : 'X-Service-Signature'} not valid`}
        </span>{' '}
        <span className="money text-sm text-muted">{formatClock(receivedAt)}</span>
      </summary>
      <div className="pb-4">
        <Verbatim label="Received body" text={text} />
      </div>
    </details>
  )
}

/** Any text can be posted to the receiver, and long bodies are truncated. */
function readable(body: string): { type: string; text: string } {
  try {
    const event = JSON.parse(body) as { type?: unknown }
    return { type: String(event.type ?? 'No type'), text: JSON.stringify(event, null, 2) }
  } catch {
    return { type: 'Not JSON', text: body }
  }
}
