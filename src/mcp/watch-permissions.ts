/** Owns the noticing of a changed policy: by looking, because it may have been changed in another process. */
import type { AgentPermission } from '../../contract/agents/agent-policies.ts'

interface Watch {
  readonly look: () => Promise<readonly AgentPermission[]>
  readonly everyMs: number
  readonly onChange: () => Promise<void>
}

/**
 * Tells of every change, and once at the first look: what changed before it, nobody has told. Looks that fail are
 * passed over. @returns what ends it
 */
export function watchPermissions({ look, everyMs, onChange }: Watch): () => void {
  let seen: string | undefined
  let isLooking = false
  const compare = async () => {
    if (isLooking) return
    isLooking = true
    try {
      const now = [...(await look())].sort().join()
      if (seen !== now) await onChange()
      seen = now
    } catch {
      // The next look tells.
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(compare, everyMs)
  timer.unref()
  void compare()
  return () => clearInterval(timer)
}
