/** Fixtures of EVM payout tests: a chain, a database, a hot wallet and rails on them. */

import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type EvmRail, type EvmRailParts, evmRail } from '../../../src/providers/rails/evm/evm-rail.ts'
import { Endpoints } from '../../../src/providers/rails/evm/rpc-endpoints.ts'
import type { EvmChain } from '../../../src/providers/rails/evm/settings.ts'
import { localSigner } from '../../../src/providers/rails/evm/signer.ts'
import type { Payout } from '../../../src/providers/rails/port.ts'
import { CHAIN_ID, type TestChain } from './chain.ts'

/** Settings of a chain for tests: final after three blocks. */
export const chainWith = (token: Address, changes: Partial<EvmChain> = {}): EvmChain => ({
  id: 'evm-base',
  chainId: CHAIN_ID,
  scheme: 'BASE',
  coin: 'ETH',
  accountType: 'BASE_WALLET',
  urls: [],
  tokens: [
    {
      currency: 'USDC',
      contract: token,
      decimals: 6,
      minAmount: 1n,
      maxAmount: 1_000_000_000n,
      minDeposit: 10n,
      lowFloat: 1n,
      highFloat: 10n ** 18n,
    },
  ],
  confirmations: 3,
  blockMs: 2_000,
  stuckAfterMs: 60_000,
  feeCap: 1_000_000_000_000n,
  lowGas: 1n,
  ...changes,
})

let sequence = 0

/** A payout to a fresh address. */
export const payoutTo = (address: string = freshAddress(), changes: Partial<Payout> = {}): Payout => ({
  key: `payout-${process.pid}-${++sequence}`,
  currency: 'USDC',
  amount: 1_000_000n,
  rail: null,
  accountType: 'BASE_WALLET',
  accountInfo: { address },
  identifier: address,
  reference: 'CW1',
  remittanceInformation: null,
  purposeOfPayment: null,
  purpose: 'QUOTE',
  ...changes,
})

export const freshAddress = (): Address => privateKeyToAddress(generatePrivateKey())

/** A clock that the test moves. */
export const testClock = () => {
  let at = Date.UTC(2026, 10, 23)
  return { now: () => at, pass: (ms: number) => void (at += ms) }
}

export interface Cast {
  readonly chain: TestChain
  readonly token: Address
  readonly key: Hex
  readonly wallet: Address
  readonly clock: ReturnType<typeof testClock>
  /** A rail of another process: only the database and the chain are shared. */
  rail(options?: { urls?: readonly string[]; changes?: Partial<EvmChain> } & Partial<EvmRailParts>): EvmRail
}

/** @param store of all its rails; absent: each rail gets one */
export async function castOn(chain: TestChain, store?: EvmRailParts['store']): Promise<Cast> {
  const token = await chain.deployToken()
  const key = await chain.fundedWallet(token)
  const clock = testClock()
  return {
    chain,
    token,
    key,
    wallet: privateKeyToAddress(key),
    clock,
    rail({ urls = [chain.url], changes, ...parts } = {}) {
      const endpoints = new Endpoints(urls, { chainId: CHAIN_ID, pauseMs: 0 })
      return evmRail(chainWith(token, { urls, ...changes }), {
        store: store as EvmRailParts['store'],
        clock,
        log: { warn() {} },
        signer: localSigner(key),
        endpoints,
        ...parts,
      })
    },
  }
}
