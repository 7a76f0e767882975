/** Attempts at delivering an event, each with the headers that were sent and the reply. */
import type { EventAttempt } from '../../../../contract/events/recorded-events.ts'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'

const WORDS: Readonly<Record<EventAttempt['outcome'], string>> = {
  DELIVERED: 'Accepted',
  FAILED: 'Not accepted',
  GIVEN_UP: 'Not accepted, given up',
}

export function Attempts({ attempts }: { attempts: readonly EventAttempt[] }) {
  return (
    <Card title="Attempts">
      {attempts.length === 0 && <p className="py-2 text-muted">None yet, or they are older than 30 days.</p>}
      <ol aria-label="Attempts, newest first" className="flex flex-col">
        {attempts.map((attempt) => (
          <li
            key={attempt.attemptedAt + attempt.durationMs}
            className="animate-arrive border-b border-line last:border-0"
          >
            <Attempt attempt={attempt} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Attempt({ attempt }: { attempt: EventAttempt }) {
  const { outcome, httpStatus, error, durationMs, attemptedAt, requestHeaders, reply, replayId } = attempt
  const headers = Object.entries(requestHeaders ?? {}).map(([name, value]) => `${name}: ${value}`)
  return (
    <details>
      <summary className="cursor-pointer rounded-lg py-2.5 hover:bg-sunken">
        <span className={`font-medium ${outcome === 'DELIVERED' ? 'text-done' : 'text-bad'}`}>{WORDS[outcome]}</span>
        <span className="money text-muted">
          {' '}
          · {httpStatus ?? error} · {durationMs} ms · <Ago moment={attemptedAt} />
          {replayId && ' · resent'}
        </span>
      </summary>
      <div className="flex flex-col gap-2 pb-4">
        {headers.length > 0 && (
          <>
            <h3 className="text-sm font-medium text-muted">Request headers</h3>
            <Verbatim label="Request headers" text={headers.join('\n')} />
          </>
        )}
        <h3 className="text-sm font-medium text-muted">Reply</h3>
        <Verbatim label="Reply" text={reply || (httpStatus === undefined ? 'No reply' : 'No body')} />
      </div>
    </details>
  )
}
