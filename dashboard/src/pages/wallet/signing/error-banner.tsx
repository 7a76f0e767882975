/** Error banner of wallet operations: declined by the person, refused by the API, or no reply. */
import { Problem } from '../../../ui/note.tsx'
import { Declined } from './review.ts'

export function ErrorBanner({ error }: { error: Error | null }) {
  if (error instanceof Declined)
    return (
      <p role="status" className="rounded-lg bg-sunken px-4 py-2.5 text-muted">
        {error.message}
      </p>
    )
  return <Problem error={error && shownError(error)} hasCode />
}

function shownError(error: Error): Error {
  if (error.name === 'NotAllowedError') return new Error('No passkey was used: the request was refused or timed out.')
  if (error.name === 'SecurityError')
    return new Error('Passkeys do not work at this address. Open the dashboard at http://localhost.')
  return error
}
