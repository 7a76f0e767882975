/** Permission watch: polls an agent's policy for changes, since another process may have changed it. */
import type { AgentPermission } from '../../contract/agents/agent-policies.ts'

interface Watch {
  readonly read: () => Promise<readonly AgentPermission[]>
  readonly everyMs: number
  readonly onChange: () => Promise<void>
}

/**
 * Calls `onChange` after the first read, since the policy may have changed before it, and after each change. Reads
 * that fail are skipped. @returns a function that ends the watch
 */
export function watchPermissions({ read, everyMs, onChange }: Watch): () => void {
  let seen: string | undefined
  let isReading = false
  const compare = async () => {
    if (isReading) return
    isReading = true
    try {
      const now = [...(await read())].sort().join()
      if (seen !== now) await onChange()
      seen = now
    } catch {
      // The next read reports the change.
    } finally {
      isReading = false
    }
  }
  const timer = setInterval(compare, everyMs)
  timer.unref()
  void compare()
  return () => clearInterval(timer)
}
