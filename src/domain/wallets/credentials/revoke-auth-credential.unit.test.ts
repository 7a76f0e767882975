/** Credential revocation test: a credential that was revoked after it signed revokes nothing. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../../test/harness/memory-engine.ts'
import { schema } from '../../../composition/schema.ts'
import { SignatureNeeded } from '../../../core/signature.ts'
import { credentials, rosters } from './credential.ts'
import { revokeAuthCredential } from './revoke-auth-credential.ts'

const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
const [PLATFORM, WALLET, MAIL, ACCOUNT, GONE] = [id(1), id(2), id(3), id(4), id(5)]
const START = 1_800_000_000_000

let engine: MemoryEngine
beforeEach(() => {
  engine = new MemoryEngine(schema, START)
  engine.run(PLATFORM, (rows) => {
    const times = { createdAt: START, updatedAt: START, verifiedAt: START, revokedAt: null, certificate: null }
    const identity = { issuer: 'https://issuer.example', audience: 'app', subject: 'wanda' }
    const common = { accountId: WALLET, nickname: 'wanda@example.com', ...times }
    rows.add(credentials, {
      id: MAIL,
      type: 'EMAIL_OTP',
      proof: { type: 'EMAIL_OTP', email: 'wanda@example.com' },
      ...common,
    })
    rows.add(credentials, { id: ACCOUNT, type: 'OAUTH', proof: { type: 'OAUTH', identity }, ...common })
    const entries = [
      { id: MAIL, type: 'EMAIL_OTP' },
      { id: ACCOUNT, type: 'OAUTH' },
    ] as const
    rows.add(rosters, { id: WALLET, credentials: entries, sessions: [] })
  })
})

const revoke = (credentialId: string) => {
  const { accountIds, parameters } = requirementOf(() =>
    engine.run(PLATFORM, (rows) => revokeAuthCredential(rows, MAIL, undefined)),
  )
  const signer = { accountIds, parameters, challengeId: id(7), session: { id: id(6), credentialId, byPasskey: false } }
  engine.run(PLATFORM, (rows) => revokeAuthCredential(rows, MAIL, signer))
}

describe('revoking a credential', () => {
  it('is signed by a session of another credential that still exists', () => {
    revoke(ACCOUNT)
    expect(engine.rows(rosters)[0]?.credentials.map((entry) => entry.id)).toEqual([ACCOUNT])
  })

  it.each([
    ['was revoked after its signature', GONE],
    ['is to be revoked', MAIL],
  ])('is not done by one that %s', (_what, credentialId) => {
    expect(() => revoke(credentialId)).toThrow('The signature does not authorize this request')
    expect(engine.rows(rosters)[0]?.credentials).toHaveLength(2)
  })
})

function requirementOf(work: () => unknown) {
  try {
    work()
  } catch (needed) {
    if (needed instanceof SignatureNeeded) return needed.requirement
    throw needed
  }
  throw new Error('No signature was requested')
}
