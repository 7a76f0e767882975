/** Owns the making of challenges: payloads that wait to be signed. */
import { LIMITS } from '../../../../contract/limits.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { SignatureRequirement } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { type Challenge, challenges, isChallengeOpen, openChallenges } from './challenge.ts'
import { type BoundRequest, payloadOf } from './payload.ts'

const LIFETIME_MS = 5 * 60_000

/** What a wallet may be asked at a time. */
const OPEN_MAX = LIMITS.walletChallenges

/** The challenge for one request. Those before it stay valid. @throws Refusal RATE_LIMITED when too many are open */
export function openChallenge(rows: Rows, demand: SignatureRequirement, request: BoundRequest): Challenge {
  const standing = demand.challengeId === undefined ? undefined : rows.find(challenges, demand.challengeId)
  if (standing && isChallengeOpen(standing, rows.now)) return standing
  const target = [request.method, request.path, request.bodyHash].join(' ')
  const expiresAt = rows.now + LIFETIME_MS
  const challenge = addChallenge(rows, rows.newId(), demand, request, expiresAt)
  trackOpen(rows, demand.accountIds[0] as string, { id: challenge.id, target, expiresAt })
  return challenge
}

/** The challenge that a resource has from its beginning, under the resource's own id. */
export const addResourceChallenge = (
  rows: Rows,
  id: string,
  demand: SignatureRequirement,
  expiresAt: number,
): Challenge => addChallenge(rows, id, demand, undefined, expiresAt)

function addChallenge(
  rows: Rows,
  id: string,
  demand: SignatureRequirement,
  request: BoundRequest | undefined,
  expiresAt: number,
): Challenge {
  const facts = { platformId: rows.platformId, challengeId: id, demand, request, issuedAt: rows.now, expiresAt }
  return rows.add(challenges, {
    id,
    accountIds: demand.accountIds,
    exceptCredentialId: demand.exceptCredentialId ?? null,
    onlySessionId: demand.onlySessionId ?? null,
    byPasskey: demand.byPasskey === true,
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

/** Keeps account of what a wallet is asked, so that nobody fills the table with questions. Whoever asks the same again and again holds nobody up. */
function trackOpen(rows: Rows, accountId: string, entry: Entry): void {
  const noted = rows.find(openChallenges, accountId)
  const young = noted?.open.filter(({ expiresAt }) => expiresAt > rows.now) ?? []
  let open = young.length < OPEN_MAX ? young : withoutSpent(rows, young)
  if (open.length >= OPEN_MAX) {
    const repeated = oldestRepeated([...open, entry])
    if (!repeated) throw tooMany(Math.min(...open.map(({ expiresAt }) => expiresAt)) - rows.now)
    rows.remove(challenges, rows.get(challenges, repeated.id))
    open = open.filter((other) => other !== repeated)
  }
  if (noted) rows.change(openChallenges, noted, { open: [...open, entry] })
  else rows.add(openChallenges, { id: accountId, open: [entry], exports: [] })
}

/** The oldest of those that ask what is asked most often; undefined when no two ask the same. */
function oldestRepeated(entries: readonly Entry[]): Entry | undefined {
  const counts = new Map<string, number>()
  for (const { target } of entries) counts.set(target, (counts.get(target) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return most === 1 ? undefined : entries.find(({ target }) => counts.get(target) === most)
}

const tooMany = (waitMs: number) =>
  new Refusal('RATE_LIMITED', 'The wallet is asked to sign too many things at once', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

function withoutSpent(rows: Rows, entries: readonly Entry[]): Entry[] {
  rows.together(...entries.map(({ id }) => [challenges, id] as const))
  return entries.filter(({ id }) => rows.find(challenges, id)?.spentAt === null)
}
