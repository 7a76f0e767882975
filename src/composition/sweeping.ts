/** Sweeping of deposit addresses: signs authorizations with the extended private key, which only this command reads. */
import { systemClock } from '../core/clock.ts'
import type { Store } from '../infra/db/store.ts'
import { readPrivateFile } from '../infra/files/private-file.ts'
import type { SignedSweep } from '../providers/rails/evm/sweeps/sign-sweeps.ts'
import type { Config } from './config.ts'

export interface SweepOrder {
  /** Id of an EVM rail. */
  readonly rail: string
  /** File with the extended private key, mode 0600. */
  readonly keyFile: string
  /** Where the tokens go; undefined: to the hot wallet. */
  readonly to?: string | undefined
  /** Smaller balances stay where they are; minor units. */
  readonly minimum: bigint
}

/** @throws Error for a rail that is not configured, a wrong address, and as `signSweeps` */
export async function sweep({ evm }: Config, store: Store, order: SweepOrder): Promise<readonly SignedSweep[]> {
  const { rail, keyFile, to, minimum } = order
  const chain = evm.chains.find(({ id }) => id === rail)
  if (!chain || evm.xpub === undefined)
    throw new Error(`${rail} is not an EVM rail of this environment to which deposits are made (CAUSEWAY_EVM_XPUB)`)
  const [{ Endpoints }, { signSweeps }, { addressFault, withChecksum }] = await Promise.all([
    import('../providers/rails/evm/rpc-endpoints.ts'),
    import('../providers/rails/evm/sweeps/sign-sweeps.ts'),
    import('../providers/rails/evm/address.ts'),
  ])
  const fault = to === undefined ? undefined : addressFault(to)
  if (fault !== undefined) throw new Error(`${to}: ${fault}`)
  return await signSweeps({
    chain,
    endpoints: new Endpoints(chain.urls, { chainId: chain.chainId }),
    store,
    clock: systemClock(),
    xprv: readPrivateFile(keyFile).toString().trim(),
    xpub: evm.xpub,
    recipient: to === undefined ? undefined : withChecksum(to),
    minimum,
  })
}
