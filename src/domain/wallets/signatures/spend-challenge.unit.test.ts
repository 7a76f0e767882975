/** Challenge spending tests: challenge, session and credential are rechecked when the challenge is spent. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../../test/harness/memory-engine.ts'
import { schema } from '../../../composition/schema.ts'
import { invalidSignature, requireSignature, type Signer } from '../../../core/signature.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { balances } from '../../ledger/balance.ts'
import { credentials } from '../credentials/credential.ts'
import { sessions } from '../sessions/session.ts'
import { challenges } from './challenge.ts'
import { openChallenge } from './open-challenge.ts'
import { countSignatureFailure, spendChallenge } from './spend-challenge.ts'

const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
const [PLATFORM, WALLET, MAIL, SESSION] = [id(1), id(2), id(3), id(4)]
const START = 1_800_000_000_000
const BY = { sessionId: SESSION, credentialId: MAIL }
const DEMAND = { operation: 'something', statement: 'Do it.', parameters: { much: 5 }, accountIds: [WALLET] }
const REQUEST = { method: 'POST', path: '/something', bodyHash: '00' }
const NOT_SIGNED = invalidSignature('WALLET_SIGNATURE_INVALID')

let engine: MemoryEngine
let challengeId: string
const spend = (by: typeof BY | undefined = BY) =>
  engine.run(PLATFORM, (rows) => spendChallenge(rows, { challengeId, by }))

beforeEach(() => {
  engine = new MemoryEngine(schema, START)
  engine.run(PLATFORM, (rows) => {
    const [createdAt, updatedAt] = [START, START]
    rows.add(accounts, {
      id: WALLET,
      customerId: id(5),
      platformCustomerId: 'wanda',
      type: 'EMBEDDED_WALLET',
      currency: 'USDB',
      createdAt,
    })
    rows.add(balances, {
      id: WALLET,
      status: 'ACTIVE',
      posted: 0n,
      held: 0n,
      privateEnabled: false,
      version: 0,
      updatedAt,
    })
    rows.add(credentials, {
      id: MAIL,
      accountId: WALLET,
      type: 'EMAIL_OTP',
      nickname: 'wanda@example.com',
      proof: { type: 'EMAIL_OTP', email: 'wanda@example.com' },
      createdAt,
      updatedAt,
      verifiedAt: START,
      revokedAt: null,
      certificate: null,
    })
    rows.add(sessions, {
      id: SESSION,
      accountId: WALLET,
      credentialId: MAIL,
      publicKey: '02',
      createdAt,
      expiresAt: START + 900_000,
      revokedAt: null,
      rootId: SESSION,
      provenAt: START,
      certificate: '',
    })
    challengeId = openChallenge(rows, { requirement: DEMAND, request: REQUEST }).id
  })
})

describe('spending a challenge', () => {
  it('returns who signed, and for what, once', () => {
    expect(spend()).toEqual({
      accountIds: [WALLET],
      parameters: { much: 5 },
      challengeId,
      session: { id: SESSION, credentialId: MAIL, byPasskey: false },
    })
    expect(spend).toThrow()
    expect(engine.rows(challenges)[0]?.spentAt).toBe(START)
  })

  it.each<[string, () => void]>([
    ['the session was revoked', () => change(sessions, SESSION, { revokedAt: START })],
    ['the credential was revoked', () => change(credentials, MAIL, { revokedAt: START })],
    ['the session has expired', () => (engine.now = START + 900_000)],
    ['the challenge has expired', () => (engine.now = START + 300_000)],
    [
      'five signatures were invalid',
      () => {
        for (let i = 0; i < 5; i++) engine.run(PLATFORM, (rows) => countSignatureFailure(rows, challengeId))
      },
    ],
  ])('is refused when %s in the meantime', (_what, happen) => {
    happen()
    expect(refusalOf(() => spend())).toEqual(NOT_SIGNED)
    expect(engine.rows(challenges)[0]?.spentAt).toBeNull()
  })

  it('is possible until the session expires, and no later', () => {
    engine.now = START + 850_000
    engine.run(PLATFORM, (rows) => {
      challengeId = openChallenge(rows, { requirement: DEMAND, request: REQUEST }).id
    })
    engine.now = START + 900_000
    expect(refusalOf(() => spend())).toEqual(NOT_SIGNED)
    engine.now = START + 899_999
    expect(spend()).toMatchObject({ session: { id: SESSION } })
  })

  it('is refused when the wallet was closed', () => {
    change(balances, WALLET, { status: 'CLOSED' })
    expect(refusalOf(() => spend())).toMatchObject({ code: 'ACCOUNT_NOT_ACTIVE' })
  })
})

describe('requiring a signature', () => {
  const check = (signer: Signer | undefined, demand: object = {}) => requireSignature(signer, { ...DEMAND, ...demand })

  it('accepts a signature over the same request, by an allowed session', () => {
    expect(() => check(spend())).not.toThrow()
  })

  it.each<[string, object]>([
    ['for other parameters', { parameters: { much: 6 } }],
    ['for another wallet', { accountIds: [id(6)] }],
    ['by the credential in question', { exceptCredentialId: MAIL }],
    ['by a session other than the required one', { onlySessionId: id(6) }],
  ])('refuses one %s', (_what, demand) => {
    expect(refusalOf(() => check(spend(), demand))).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

function refusalOf(work: () => unknown): unknown {
  try {
    work()
  } catch (refusal) {
    return refusal
  }
  return undefined
}

function change(table: any, key: string, changes: object): void {
  engine.run(PLATFORM, (rows) => rows.change(table, rows.get(table, key), changes))
}
