/** Chain heads that this browser has verified: they reveal if the log is truncated later. Hashes only, no content. */
import type { Head } from './chain.ts'

const nameOf = (platformId: string) => `causeway.audit-heads.${platformId}`

/** By agent. @param agentId of the only one that is wanted */
export function seenHeads(platformId: string, agentId?: string): ReadonlyMap<string, Head> {
  const text = localStorage.getItem(nameOf(platformId)) ?? '{}'
  const all = Object.entries(JSON.parse(text) as Readonly<Record<string, Head>>)
  return new Map(all.filter(([id]) => agentId === undefined || id === agentId))
}

export const keepHeads = (platformId: string, heads: ReadonlyMap<string, Head>): void =>
  localStorage.setItem(nameOf(platformId), JSON.stringify(Object.fromEntries([...seenHeads(platformId), ...heads])))
