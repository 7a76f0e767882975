/** Wallet resealing tests: the master key changes, every wallet opens throughout, and finally without the old key. */
import { hpkeDecrypt } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { NOW, payload } from '../../test/harness/held-wallet.ts'
import { newKeyPair, newWallet, STAND_IN } from '../../test/harness/samples/wallets.ts'
import type { SealedWallet } from '../core/wallet-approval.ts'
import { resealKeys } from '../domain/wallets/wallet-keys.ts'
import type { Custodian } from '../providers/custodian/port.ts'
import { sandboxCustodian } from '../providers/custodian/sandbox.ts'
import { sandboxStandIns } from '../providers/stand-ins/sandbox.ts'
import { resealWallets } from './wallets.ts'

const [OLD, NEW, OTHER] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer]
const keeper = (current: Buffer, ...former: Buffer[]) => sandboxCustodian({ current, former }, sandboxStandIns)
const both = keeper(NEW, OLD)

let app: TestApp
beforeAll(async () => {
  app = await testApp({ wallets: { masterKeys: { current: OLD, former: [] } } })
  const elsewhere = await app.anotherPlatform()
  for (let i = 0; i < 5; i++) await newWallet(app)
  await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' }, as: elsewhere })
  await app.settle()
})
afterAll(() => app.close())

interface Key extends SealedWallet {
  readonly id: string
}
const keys = () =>
  app.store.query<Key>(`select k.platform_id as "platformId", k.id, k.id as "walletId", a.customer_id as "holderId",
    k.sealed_key as "sealedKey" from wallet_keys k join accounts a on a.id = k.id order by k.id`)

/** The recovery phrase of every wallet, as its holder would export it. */
const phrases = async (custodian: Custodian) => Promise.all((await keys()).map((key) => exportPhrase(custodian, key)))
async function exportPhrase(custodian: Custodian, key: Key): Promise<string> {
  const { publicKey, privateKey } = newKeyPair()
  const envelope = JSON.parse(await custodian.exportMnemonic(key, publicKey, standIn(key, publicKey)))
  const data = JSON.parse(Buffer.from(envelope.data, 'hex').toString())
  const [ciphertextBuf, encappedKeyBuf] = [data.ciphertext, data.encappedPublic].map((hex) => Buffer.from(hex, 'hex'))
  return Buffer.from(
    hpkeDecrypt({
      ciphertextBuf: ciphertextBuf as Buffer,
      encappedKeyBuf: encappedKeyBuf as Buffer,
      receiverPriv: privateKey,
    }),
  ).toString()
}

/** The stand-in for a holder's signature that the sandbox accepts. */
const standIn = (key: Key, clientPublicKey: string) => ({
  payloadToSign: payload(key, 'exportInternalAccount', { accountId: `InternalAccount:${key.id}`, clientPublicKey }),
  signature: STAND_IN.signature,
  at: NOW,
  by: undefined,
})

describe('resealWallets', () => {
  it('throws for keys that do not open, and writes nothing', async () => {
    const before = await keys()
    await expect(resealWallets(app.app, keeper(NEW, OTHER))).rejects.toThrow(
      `${before.length} of ${before.length} wallets do not open under any configured master key, the first is InternalAccount:`,
    )
    expect(await keys()).toEqual(before)
  })

  it('reseals the wallets of all platforms in batches, so that the old key is not needed', async () => {
    const before = await phrases(keeper(OLD))
    expect(new Set((await keys()).map(({ platformId }) => platformId)).size).toBe(2)
    await expect(phrases(keeper(NEW))).rejects.toThrow('master key')
    const seen: number[] = []
    const report = await resealWallets(app.app, both, { batch: 3, onProgress: ({ wallets }) => seen.push(wallets) })
    expect(report).toEqual({ wallets: before.length, resealed: before.length })
    expect(seen.slice(0, 2)).toEqual([3, 6])
    expect(seen.at(-1)).toBe(before.length)
    expect(await phrases(keeper(NEW))).toEqual(before)
    await expect(phrases(keeper(OLD))).rejects.toThrow('master key')
  })

  it('changes nothing when repeated', async () => {
    const before = await keys()
    expect(await resealWallets(app.app, both)).toEqual({ wallets: before.length, resealed: 0 })
    expect(await keys()).toEqual(before)
  })

  it('continues after a key that does not open, and throws at the end', async () => {
    const [first] = await keys()
    const { platformId, id } = first as Key
    const { sealedKey } = await keeper(OTHER).makeWallet(first as Key)
    await app.app.engine.run(platformId, (rows) =>
      resealKeys(rows, [{ id, before: first?.sealedKey as string, after: sealedKey }]),
    )
    const total = (await keys()).length
    await expect(resealWallets(app.app, keeper(OLD, NEW), { batch: 2 })).rejects.toThrow(
      `1 of ${total} wallets do not open under any configured master key, the first is InternalAccount:${id}. Of the others ${total - 1} were resealed`,
    )
    const opens = await Promise.allSettled((await keys()).map((key) => exportPhrase(keeper(OLD), key)))
    expect(opens.filter(({ status }) => status === 'fulfilled')).toHaveLength(total - 1)
  })

  it('does not overwrite a key that changed since it was read', async () => {
    const [{ platformId, id, sealedKey }] = (await keys()) as [Key]
    const stale = [{ id, before: 'the key as it was read', after: 'a key that must not be stored' }]
    expect(await app.app.engine.run(platformId, (rows) => resealKeys(rows, stale))).toBe(0)
    expect((await keys())[0]?.sealedKey).toBe(sealedKey)
  })
})
