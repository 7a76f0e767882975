import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, openStore } from '../../../test/harness/database/database.ts'
import { secretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import { loadSigningKeys, type WebhookSigner, webhookPublicKeys } from './signing-keys.ts'

describe('signing keys', () => {
  const keys = secretKeys(Buffer.alloc(32, 1))
  const bytes = Buffer.from('{"amount":100}')
  let database: FreshDatabase
  let store: Store

  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
  })
  beforeEach(() => store.script('delete from signing_keys'))
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  const published = async (signer: WebhookSigner) => (await webhookPublicKeys(signer)).keys
  /** Ids of the published keys that verify a signature. */
  const verifyingKeys = async (signature: string, signer: WebhookSigner) =>
    (await published(signer))
      .filter((key) =>
        verify('sha256', bytes, createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64')),
      )
      .map(({ kid }) => kid)

  it('are created at the first start and the same at the next', async () => {
    const first = await loadSigningKeys(store, keys)
    const next = await loadSigningKeys(store, keys)
    expect(await published(next)).toEqual(await published(first))
    expect(await published(next)).toEqual([
      { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), kid: 'whk_1', alg: 'ES256', use: 'sig' },
    ])
    expect(await verifyingKeys(first.sign(bytes), next)).toEqual(['whk_1'])
  })

  it('are the same for processes that start together', async () => {
    const signers = await Promise.all([1, 2, 3].map(() => loadSigningKeys(store, keys)))
    for (const signer of signers)
      expect(await verifyingKeys(signer.sign(bytes), signers[0] as WebhookSigner)).toEqual(['whk_1'])
  })

  it('are stored sealed', async () => {
    await loadSigningKeys(store, keys)
    const [row] = await store.query<{ privateKey: string; publicKey: object }>(
      'select private_key as "privateKey", public_key as "publicKey" from signing_keys',
    )
    expect(row?.privateKey).toMatch(/^[\w+/]+=*$/)
    expect(Buffer.from(row?.privateKey as string, 'base64').toString('latin1')).not.toContain('KEY')
    expect(row?.publicKey).not.toHaveProperty('d')
  })

  it('cannot be opened with another secret, and the error names the reason', async () => {
    await loadSigningKeys(store, keys)
    const other = secretKeys(Buffer.alloc(32, 2))
    await expect(loadSigningKeys(store, other)).rejects.toThrow(
      'The secret of this installation does not open the signing key whk_1',
    )
  })

  it('are two during a rotation: the new one signs, and what the old one signed still verifies', async () => {
    const signer = await loadSigningKeys(store, keys)
    const before = signer.sign(bytes)
    await signer.rotate(0)
    expect(await verifyingKeys(signer.sign(bytes), signer)).toEqual(['whk_2'])
    expect(await verifyingKeys(before, signer)).toEqual(['whk_1'])
    await signer.rotate(0)
    expect((await published(signer)).map(({ kid }) => kid)).toEqual(['whk_3', 'whk_2'])
    expect(await verifyingKeys(before, signer)).toEqual([])
  })

  it('are published before they sign, so that receivers that cache keys have fetched the new one', async () => {
    const signer = await loadSigningKeys(store, keys)
    await signer.rotate(3600)
    expect((await published(signer)).map(({ kid }) => kid)).toEqual(['whk_2', 'whk_1'])
    expect(await verifyingKeys(signer.sign(bytes), signer)).toEqual(['whk_1'])
    await store.script("update signing_keys set signs_from = signs_from - interval '1 hour'")
    const later = await loadSigningKeys(store, keys)
    expect(await verifyingKeys(later.sign(bytes), later)).toEqual(['whk_2'])
  })

  it('are published by every process after another one has rotated them', async () => {
    const [signer, other] = [await loadSigningKeys(store, keys), await loadSigningKeys(store, keys)]
    await other.rotate(0)
    expect(await verifyingKeys(other.sign(bytes), signer)).toEqual(['whk_2'])
    await signer.rotate(0)
    expect(await verifyingKeys(signer.sign(bytes), other)).toEqual(['whk_3'])
  })

  it('are created again when an operator has retired all of them', async () => {
    await loadSigningKeys(store, keys)
    await store.script('update signing_keys set retired_at = now()')
    expect((await published(await loadSigningKeys(store, keys))).map(({ kid }) => kid)).toEqual(['whk_2'])
  })
})
