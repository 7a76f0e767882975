/** Hash chain of the audit log, recomputed in the browser from the entries. */
import type { AgentAuditEntry } from '../../../../contract/agents/agent-audit.ts'

type Link = Pick<AgentAuditEntry, 'agentId' | 'sequence' | 'content' | 'previousHash' | 'hash'>

/** The end of an agent's chain. */
export interface Head {
  readonly sequence: number
  readonly hash: string
}

export interface Proof {
  /** By agent. For broken chains, the last valid entry. */
  readonly heads: ReadonlyMap<string, Head>
  readonly count: number
  readonly breaks: readonly Break[]
}

export interface Break {
  readonly agentId: string
  readonly sequence: number
  readonly what: string
}

const NO_HASH = '0'.repeat(64)

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * @param entries whole chains, each in its order
 * @param known ends of these chains that were seen earlier: one that has lost or changed its own was truncated or rewritten
 */
export async function prove(entries: readonly Link[], known: ReadonlyMap<string, Head> = new Map()): Promise<Proof> {
  const heads = new Map<string, Head>()
  const breaks: Break[] = []
  const kept = new Set<string>()
  for (const entry of entries) {
    const { agentId, sequence, hash } = entry
    const what = await fault(entry, heads.get(agentId))
    if (what) breaks.push({ agentId, sequence, what })
    const seen = known.get(agentId)
    if (seen?.sequence === sequence && seen.hash === hash) kept.add(agentId)
    heads.set(agentId, { sequence, hash })
  }
  for (const [agentId, { sequence }] of known)
    if (!kept.has(agentId))
      breaks.push({ agentId, sequence, what: 'differs from the entry that this browser verified earlier' })
  return { heads, count: entries.length, breaks }
}

async function fault(entry: Link, before: Head | undefined): Promise<string | undefined> {
  const { sequence, content, previousHash, hash } = entry
  if (sequence !== (before?.sequence ?? 0) + 1) return 'does not follow the previous entry'
  if (previousHash !== (before?.hash ?? NO_HASH)) return 'does not have the hash of the previous entry'
  if (hash !== (await sha256(previousHash + content))) return 'has a hash that does not match its text'
  return differs(entry) ? 'is displayed differently from its hashed text' : undefined
}

/** The displayed values of an entry are stored beside the hashed text, and must equal it. */
function differs({ content, previousHash: _, hash: __, ...shown }: Link): boolean {
  const said = JSON.parse(content) as Readonly<Record<string, unknown>>
  const names = Object.keys(shown).filter((name) => name !== 'id')
  return names.some((name) => canonical(said[name]) !== canonical(shown[name as keyof typeof shown]))
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''
