/** HTTP status of a request. The number carries the meaning; the colour only supports it. */
import type { ApiRequest, RequestOutcome } from '../../../../contract/platform/api-requests.ts'

export const OUTCOME_WORDS: Readonly<Record<RequestOutcome, string>> = {
  SUCCEEDED: 'Succeeded',
  REFUSED: 'Refused (4xx)',
  FAILED: 'Failed (5xx)',
}
const LOOKS: Readonly<Record<RequestOutcome, string>> = {
  SUCCEEDED: 'bg-done-soft text-done',
  REFUSED: 'bg-wait-soft text-wait',
  FAILED: 'bg-bad-soft text-bad',
}

export function StatusMark({ of: { status, outcome } }: { of: Pick<ApiRequest, 'status' | 'outcome'> }) {
  return (
    <span className={`money inline-flex rounded-full px-2.5 py-0.5 text-sm font-medium ${LOOKS[outcome]}`}>
      {status}
    </span>
  )
}
