/** Interface comparison: promises of the first interface to its callers that the second lacks. */
import { shapeComparison, type Way } from './compare-shapes.ts'
import type { Call, Facts } from './facts.ts'

/**
 * One line for each difference, sorted: `POST /quotes body.source[ACCOUNT].accountId: required there, optional here`.
 * Operations that are announced but not built are compared by method and path alone. Our additions are differences only
 * if they break a caller of the published interface: a request field that we require, a value in a reply that it does
 * not have.
 */
export function compare(theirs: Facts, ours: Facts): string[] {
  const lines = new Set<string>()
  const say = (where: string, what: string) => lines.add(`${where}: ${what}`)
  const shapes = shapeComparison(theirs.schemas, ours.schemas, say)
  const calls = (their: Facts['operations'], our: Facts['operations'], prefix: string, sent: Way, answered: Way) => {
    for (const [name, call] of Object.entries(their)) {
      const mine = our[name]
      if (!mine) say(prefix + name, 'absent here')
      else if (!mine.notBuilt) {
        shapes(`${prefix}${name} `, { fields: call.parameters }, { fields: mine.parameters }, sent)
        bodies(prefix + name, call, mine, sent)
        replies(prefix + name, call, mine, answered)
      }
    }
  }
  const bodies = (name: string, their: Call, our: Call, way: Way) => {
    if (!their.body) return
    if (!our.body) return say(`${name} body`, 'absent here')
    shapes(`${name} body`, their.body, our.body, way)
    const [there, here] = [their, our].map(({ bodyOptional }) => (bodyOptional ? 'optional' : 'required'))
    if (there !== here) say(`${name} body`, `${there} there, ${here} here`)
  }
  /** The body must be the same even under a different success status. */
  const replies = (name: string, their: Call, our: Call, way: Way) => {
    for (const [status, body] of Object.entries(their.replies)) {
      const same = [status, '2XX'].find((known) => known in our.replies)
      if (!same) say(`${name} ${status}`, 'absent here')
      const other = same ?? Object.keys(our.replies).find((here) => !(here in their.replies))
      if (!body || other === undefined) continue
      const mine = our.replies[other]
      if (mine) shapes(`${name} ${status}`, body, mine, way)
      else say(`${name} ${status}`, 'without a body here')
    }
  }
  calls(theirs.operations, ours.operations, '', 'request', 'reply')
  calls(theirs.webhooks, ours.webhooks, 'webhook ', 'reply', 'request')
  for (const [status, codes] of Object.entries(theirs.errors))
    for (const code of codes) if (!ours.errors[status]?.includes(code)) say(`error ${status} ${code}`, 'absent here')
  return [...lines].sort()
}

/** An intended difference. */
export interface Meant {
  /** The line of the difference; `*` matches any text. */
  readonly what: string
  readonly reason: string
}

/** Unintended differences, and intended ones that do not exist. */
export function judge(lines: readonly string[], meant: readonly Meant[]) {
  const patterns = meant.map(({ what }) => ({
    what,
    fits: RegExp(`^${what.split('*').map(literally).join('.*')}$`),
  }))
  return {
    unmeant: lines.filter((line) => !patterns.some(({ fits }) => fits.test(line))),
    gone: patterns.filter(({ fits }) => !lines.some((line) => fits.test(line))).map(({ what }) => what),
  }
}

const literally = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
