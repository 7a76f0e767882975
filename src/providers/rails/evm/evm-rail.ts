/** EVM rail: tokens of one chain, paid out of a hot wallet. */
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Carriage, Payout, PayoutReport, Rail, RailCost, TransferEnd } from '../port.ts'
import { addressFault, withChecksum } from './address.ts'
import { Condition, toToken } from './condition.ts'
import { depositAddresses } from './deposit-addresses.ts'
import { depositStore } from './deposit-store.ts'
import { type DepositNeeds, depositsAfter, watchPayees } from './deposits.ts'
import { explorer } from './explorer.ts'
import { type PayoutStore, payoutStore } from './payout-store.ts'
import { advance, type PayoutNeeds, refusedRecipient, relaySweeps } from './payouts.ts'
import { Endpoints } from './rpc-endpoints.ts'
import { type EvmChain, type EvmToken, GWEI } from './settings.ts'
import type { EvmSigner } from './signer.ts'
import { tracePayout } from './trace.ts'
import { unknownTokenSearch } from './unknown-tokens/read-tokens.ts'
import { tokenStore } from './unknown-tokens/token-store.ts'

export interface EvmRailParts {
  readonly store: Pick<Store, 'query' | 'transaction'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly signer: EvmSigner
  /** Extended public key of deposit addresses; absent: nothing can be paid in. */
  readonly xpub?: string | undefined
  readonly endpoints?: Endpoints
}

export interface EvmRail extends Rail {
  /** Checks endpoints, gas and float now; `health` reports the result. */
  look(): Promise<void>
}

const MAX_ASK_MS = 60_000

export function evmRail(chain: EvmChain, { store, clock, log, signer, xpub, ...parts }: EvmRailParts): EvmRail {
  const endpoints = parts.endpoints ?? new Endpoints(chain.urls, { chainId: chain.chainId })
  const payouts = payoutStore(store, { chainId: chain.chainId, wallet: signer.address })
  const deposits = depositStore(store, chain.chainId)
  const unknownTokens = tokenStore(store, { rail: chain.id, chainId: chain.chainId })
  const condition = new Condition({ chain, endpoints, store: payouts, wallet: signer.address, clock })
  const onObstacle = (obstacle: string | undefined) => {
    condition.obstacle = obstacle
  }
  const needs: PayoutNeeds = { chain, endpoints, signer, store: payouts, clock, onObstacle }
  const own = [signer.address, ...chain.tokens.map(({ contract }) => contract)]
  const send = async ({ key, currency, amount, accountInfo, identifier }: Payout) => {
    const token = chain.tokens.find((one) => one.currency === currency)
    if (!token) throw new Error(`${chain.id} has no token for ${currency}`)
    const { address = identifier } = accountInfo as { address?: string }
    const refusal = whyRefused(address, own)
    const recipient = refusal === undefined ? withChecksum(address) : (address as Address)
    const intent = { key, token: token.contract, recipient, amount: toToken(token, amount) }
    const { row, blocksLeft } = await advance(needs, intent, refusal)
    return payoutReport(row.state, Math.min(MAX_ASK_MS, chain.blockMs * Math.max(1, Number(blocksLeft))))
  }
  return {
    id: chain.id,
    carries: chain.tokens.flatMap((token) => carriages(chain, token, xpub !== undefined)),
    send,
    // All that a payout needs is in its intent, so `ask` can advance it as `send` does.
    ask: send,
    async vet({ identifier }: TransferEnd) {
      return whyRefused(identifier, own) === undefined ? {} : { refused: 'QUOTE_EXECUTION_FAILED' }
    },
    explorer: explorer({ chain, endpoints, deposits: xpub === undefined ? undefined : deposits }),
    ...(xpub !== undefined &&
      payingIn(
        {
          chain,
          endpoints,
          store: deposits,
          addressFor: depositAddresses(xpub),
          log,
          onStop(reason) {
            condition.stop = reason
          },
        },
        () => relaySweeps(needs, log),
        unknownTokenSearch({ chain, endpoints, store: unknownTokens, clock, log }),
      )),
    costs: (after) => costsAfter(chain, payouts, after),
    holdings: () => condition.holdings(),
    async figures() {
      if (xpub === undefined) return condition.figures()
      return [
        ...condition.figures(),
        { name: 'deposits_passed_over', value: await deposits.passedOver() },
        { name: 'unknown_tokens', value: await unknownTokens.open() },
      ]
    },
    trace: (key) => tracePayout(store, key),
    traceArrival: (key) => [{ name: 'Transaction', value: key.split('/')[0] as string, shows: 'TRANSACTION' }],
    health: () => condition.health(),
    look: () => condition.look(),
  }
}

function payoutReport(state: string, askAgainInMs: number): PayoutReport {
  const reason = 'QUOTE_EXECUTION_FAILED'
  switch (state) {
    case 'DELIVERED':
      return { state: 'DELIVERED' }
    case 'REFUSED':
    case 'REVERTED':
      return { state: 'FAILED', reason, money: 'BACK' }
    case 'STUCK':
      return { state: 'FAILED', reason, money: 'STUCK' }
    default:
      return { state: 'IN_TRANSIT', askAgainInMs }
  }
}

const whyRefused = (address: string, own: readonly Address[]): string | undefined =>
  addressFault(address) ?? refusedRecipient(address, own)

const payingIn = (
  needs: DepositNeeds,
  relay: () => Promise<void>,
  searchUnknownTokens: (lastFinal: bigint) => Promise<void>,
): Pick<Rail, 'fundingInstructions' | 'watch' | 'arrivals'> => ({
  fundingInstructions({ currency, cryptoNetwork, reference }) {
    const { accountType, scheme, tokens } = needs.chain
    if (!tokens.some((token) => token.currency === currency)) return []
    if (cryptoNetwork !== null && cryptoNetwork !== scheme) return []
    const { address } = needs.addressFor(reference)
    return [{ accountOrWalletInfo: { accountType, address, ...(currency === 'USDC' && { assetType: 'USDC' }) } }]
  },
  watch: (payees) => watchPayees(needs, payees),
  async arrivals(after) {
    await relay()
    const page = await depositsAfter(needs, after)
    const tip = await needs.store.tip()
    if (tip) await searchUnknownTokens(tip.number)
    return page
  },
})

const COSTS_PAGE = 100

/** Gas in gwei, rounded up: the ledger never has less than was paid. */
async function costsAfter({ coin: currency }: EvmChain, store: PayoutStore, cursor: string | undefined) {
  const after = BigInt(cursor ?? 0)
  const rows = await store.costsAfter(after, COSTS_PAGE)
  const costs = rows.map(({ hash, wei, about, settledAt }): RailCost => {
    return { key: hash, currency, amount: (wei + GWEI - 1n) / GWEI, about, chargedAt: settledAt }
  })
  return { costs, cursor: String(rows.at(-1)?.number ?? after) }
}

function carriages(chain: EvmChain, token: EvmToken, takesDeposits: boolean): Carriage[] {
  const minutes = Math.ceil((chain.confirmations * chain.blockMs) / 60_000)
  const out: Carriage = {
    direction: 'OUT',
    currency: token.currency,
    accountTypes: [chain.accountType],
    scheme: chain.scheme,
    minAmount: token.minAmount,
    maxAmount: token.maxAmount,
    settlement: `${chain.confirmations} confirmations, about ${minutes} minutes`,
    fee: 'gas',
  }
  return takesDeposits ? [out, { ...out, direction: 'IN', minAmount: token.minDeposit, fee: 'none' }] : [out]
}
