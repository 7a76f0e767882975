/** Key of a wallet: what its address is derived from does not stay in memory. */
import { HDKey } from '@scure/bip32'
import { expect, it, vi } from 'vitest'
import { newMnemonic, sparkAddressOf } from './mnemonic.ts'

it('the seed and the private keys derived from it are overwritten', async () => {
  const fromSeed = vi.spyOn(HDKey, 'fromMasterSeed')
  const address = await sparkAddressOf(newMnemonic())
  const seeds = fromSeed.mock.calls.map(([seed]) => seed)
  const masters = fromSeed.mock.results.map(({ value }) => value as HDKey)
  fromSeed.mockRestore()
  expect(address).toMatch(/^spark1/)
  expect(seeds).toHaveLength(1)
  for (const seed of seeds) expect([...seed].every((byte) => byte === 0)).toBe(true)
  for (const { privateKey } of masters) expect(privateKey).toBeNull()
})
