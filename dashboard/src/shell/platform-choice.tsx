/** Choice of the viewed platform: for operators, and in a sandbox with two platforms. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '../../../contract/operators/operators.ts'
import { choosePlatform } from '../api/session.ts'

export function PlatformChoice({ session }: { session: NonNullable<SessionView['session']> }) {
  const client = useQueryClient()
  const choose = useMutation({
    mutationFn: choosePlatform,
    // The stream of live updates belongs to the platform that it was opened for.
    onSuccess: () => window.location.assign('/'),
    onError: () => client.invalidateQueries(),
  })
  return (
    <label className="flex min-w-0 items-center gap-2">
      <span className="sr-only">Platform</span>
      <select
        value={session.platformId}
        disabled={choose.isPending}
        onChange={({ target }) => choose.mutate(target.value)}
        className="min-h-9 min-w-0 max-w-56 rounded-lg border border-edge bg-surface px-2 font-semibold"
      >
        {session.platforms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
