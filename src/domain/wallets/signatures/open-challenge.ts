/** Challenge issue: the payload that answers an unsigned request. */
import { LIMITS } from '../../../../contract/limits.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { SignatureRequirement } from '../../../core/signature.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { type Challenge, challenges, isChallengeOpen, openChallenges } from './challenge.ts'
import { type BoundRequest, payloadOf } from './payload.ts'

const LIFETIME_MS = 5 * 60_000

/** Open challenges per wallet. */
const OPEN_MAX = LIMITS.walletChallenges

export interface ChallengeRequest {
  readonly requirement: SignatureRequirement
  /** The request that the signature is to authorize. */
  readonly request: BoundRequest
}

/** The challenge for one request. Earlier challenges stay valid. @throws Refusal RATE_LIMITED when too many are open */
export const openChallenge = command({
  reads(seen, { requirement: { challengeId, accountIds } }: ChallengeRequest) {
    // The challenge of a resource nearly always exists and is open.
    if (challengeId !== undefined) return [[challenges, challengeId]]
    const [accountId = ''] = accountIds
    const open = seen.lastSeen(openChallenges, accountId)?.open ?? []
    const reads: Read[] = [[openChallenges, accountId]]
    if (open.length >= OPEN_MAX) reads.push(...open.map(({ id }): Read => [challenges, id]))
    return reads
  },
  run(rows, { requirement, request }): Challenge {
    const earlier = requirement.challengeId === undefined ? undefined : rows.find(challenges, requirement.challengeId)
    if (earlier && isChallengeOpen(earlier, rows.now)) return earlier
    const target = [request.method, request.path, request.bodyHash].join(' ')
    const expiresAt = rows.now + LIFETIME_MS
    const challenge = addChallenge(rows, rows.newId(), requirement, request, expiresAt)
    trackOpen(rows, requirement.accountIds[0] as string, { id: challenge.id, target, expiresAt })
    return challenge
  },
})

/** The challenge that a resource has from its creation, under the resource's own id. */
export const addResourceChallenge = (
  rows: Rows,
  id: string,
  requirement: SignatureRequirement,
  expiresAt: number,
): Challenge => addChallenge(rows, id, requirement, undefined, expiresAt)

function addChallenge(
  rows: Rows,
  id: string,
  requirement: SignatureRequirement,
  request: BoundRequest | undefined,
  expiresAt: number,
): Challenge {
  const facts = { platformId: rows.platformId, challengeId: id, requirement, request, issuedAt: rows.now, expiresAt }
  return rows.add(challenges, {
    id,
    accountIds: requirement.accountIds,
    exceptCredentialId: requirement.exceptCredentialId ?? null,
    onlySessionId: requirement.onlySessionId ?? null,
    byPasskey: requirement.byPasskey === true,
    payload: payloadOf(facts),
    method: request?.method ?? null,
    path: request?.path ?? null,
    bodyHash: request?.bodyHash ?? null,
    failures: 0,
    createdAt: rows.now,
    expiresAt,
    spentAt: null,
  })
}

interface Entry {
  readonly id: string
  readonly target: string
  readonly expiresAt: number
}

/** Counts the open challenges of a wallet, so that a client cannot fill the table. A client that repeats one request evicts its own oldest challenge. */
function trackOpen(rows: Rows, accountId: string, entry: Entry): void {
  const noted = rows.find(openChallenges, accountId)
  const unexpired = noted?.open.filter(({ expiresAt }) => expiresAt > rows.now) ?? []
  let open = unexpired.length < OPEN_MAX ? unexpired : withoutSpent(rows, unexpired)
  if (open.length >= OPEN_MAX) {
    const repeated = oldestRepeated([...open, entry])
    if (!repeated) throw tooMany(Math.min(...open.map(({ expiresAt }) => expiresAt)) - rows.now)
    rows.remove(challenges, rows.get(challenges, repeated.id))
    open = open.filter((other) => other !== repeated)
  }
  if (noted) rows.change(openChallenges, noted, { open: [...open, entry] })
  else rows.add(openChallenges, { id: accountId, open: [entry], exports: [] })
}

/** The oldest challenge of the request with the most challenges; undefined when no two are for the same request. */
function oldestRepeated(entries: readonly Entry[]): Entry | undefined {
  const counts = new Map<string, number>()
  for (const { target } of entries) counts.set(target, (counts.get(target) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return most === 1 ? undefined : entries.find(({ target }) => counts.get(target) === most)
}

const tooMany = (waitMs: number) =>
  new Refusal('RATE_LIMITED', 'The wallet has too many open challenges', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

const withoutSpent = (rows: Rows, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ id }) => rows.find(challenges, id)?.spentAt === null)
