/** Connected rails: their settings in the environment, and the rails made from them. */
import type { Logger } from 'pino'
import { systemClock } from '../../core/clock.ts'
import { readPrivateFile } from '../../infra/files/private-file.ts'
import { depositAddresses } from '../../providers/rails/evm/deposit-addresses.ts'
import { EVM_NETWORKS, type EvmChain, evmChainIn } from '../../providers/rails/evm/settings.ts'
import type { VARIABLES } from '../variables.ts'
import { type LightningAccess, lightningRails } from './lightning.ts'
import type { Providers } from './providers.ts'

export interface EvmSettings {
  readonly chains: readonly EvmChain[]
  /** Private key of the hot wallet, 64 hexadecimal digits. */
  readonly key: string | undefined
  /** File with the key, instead of `key`. */
  readonly keyFile: string | undefined
  /** Extended public key of deposit addresses; absent: nothing is paid in over these chains. */
  readonly xpub: string | undefined
}

export type Read = <Value>(
  name: keyof typeof VARIABLES,
  parse: (text: string) => Value | undefined,
  otherwise: Value,
) => Value

const isAddress = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url)

/** @param faults receives a sentence for each setting that contradicts others */
export function readEvm(read: Read, faults: string[]): EvmSettings {
  const chains = EVM_NETWORKS.flatMap((network) => {
    const urls = read(`CAUSEWAY_EVM_${network}_URLS`, (text) => urlsIn(text), [])
    const options = read(`CAUSEWAY_EVM_${network}`, (text) => (evmChainIn(network, urls, text) ? text : undefined), '')
    if (urls.length === 0 && options !== '')
      faults.push(`CAUSEWAY_EVM_${network}_URLS is missing; CAUSEWAY_EVM_${network} has no effect without endpoints`)
    const chain = evmChainIn(network, urls, options)
    return urls.length > 0 && chain ? [chain] : []
  })
  const key = read<string | undefined>(
    'CAUSEWAY_EVM_KEY',
    (text) => (/^(0x)?[0-9a-f]{64}$/i.test(text) ? text.replace(/^0x/, '') : undefined),
    undefined,
  )
  const keyFile = read<string | undefined>('CAUSEWAY_EVM_KEY_FILE', (text) => text, undefined)
  const xpub = read<string | undefined>('CAUSEWAY_EVM_XPUB', xpubIn, undefined)
  if (chains.length > 0 && !key && !keyFile)
    faults.push('CAUSEWAY_EVM_KEY or CAUSEWAY_EVM_KEY_FILE is missing; payouts over EVM chains are signed with it')
  return { chains, key, keyFile, xpub }
}

function xpubIn(text: string): string | undefined {
  try {
    depositAddresses(text)
    return text
  } catch {
    return undefined
  }
}

function urlsIn(text: string): string[] | undefined {
  const urls = text.split(',').map((url) => url.trim())
  return urls.every(isAddress) && new Set(urls).size === urls.length ? urls : undefined
}

/** Loads the rails that are configured, and only those. @throws Error when a key or another file cannot be read */
export async function connectedRails({ evm, lightning }: RailSettings, log: Logger): Promise<Providers['rails']> {
  const [makeEvm, makeLightning] = await Promise.all([evmRails(evm, log), lightningRails(lightning)])
  return (parts) => [...makeEvm(parts), ...makeLightning(parts)]
}

interface RailSettings {
  readonly evm: EvmSettings
  readonly lightning: LightningAccess | undefined
}

async function evmRails(evm: EvmSettings, log: Logger): Promise<Providers['rails']> {
  if (evm.chains.length === 0) return () => []
  const [{ evmRail }, { localSigner }] = await Promise.all([
    import('../../providers/rails/evm/evm-rail.ts'),
    import('../../providers/rails/evm/signer.ts'),
  ])
  const signer = localSigner(
    evm.key ??
      readPrivateFile(evm.keyFile as string)
        .toString()
        .trim(),
  )
  // Chains run in real time, also in a sandbox whose clock is moved.
  const clock = systemClock()
  return ({ store }) => evm.chains.map((chain) => evmRail(chain, { store, clock, log, signer, xpub: evm.xpub }))
}
