/** Condition of an EVM rail: endpoints, gas and float as of the last check. */
import type { Address } from 'viem'
import { CURRENCIES } from '../../../../contract/currencies.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Holding, RailFigure, RailHealth } from '../port.ts'
import * as chain from './chain.ts'
import type { PayoutStore } from './payout-store.ts'
import type { Endpoints } from './rpc-endpoints.ts'
import { type EvmChain, type EvmToken, GWEI, NO_LIMIT } from './settings.ts'

/** Gas of one transfer: a wallet with less can send none. */
const TRANSFER_GAS = 65_000n
/** A check older than this is repeated in the background of the next query. */
const LOOK_EVERY_MS = 15_000
/** An endpoint this many blocks behind the others lags. */
const LAG_BLOCKS = 5n

interface Needs {
  readonly chain: EvmChain
  readonly endpoints: Endpoints
  readonly store: PayoutStore
  readonly wallet: Address
  readonly clock: Clock
}

/** Balances of the hot wallet. */
interface Balances {
  readonly gas: bigint
  /** Smallest units, in the order of the configured tokens. */
  readonly floats: readonly bigint[]
  /** The next nonce to be mined. */
  readonly mined: bigint
  readonly height: bigint
  readonly waiting: number
  readonly seenAt: number
}

export class Condition {
  /** Why transactions are not mined, and why deposits are not read; undefined: they are. */
  obstacle: string | undefined
  stop: string | undefined
  private seen: RailHealth = { status: 'UP' }
  private balances: Balances | undefined
  private lookedAt = Number.NEGATIVE_INFINITY
  private isLooking = false
  private hasDecimals = false

  private readonly needs: Needs

  constructor(needs: Needs) {
    this.needs = needs
  }

  /** As of the last check; an old one is repeated in the background. */
  health(): RailHealth {
    if (!this.isLooking && performance.now() - this.lookedAt > LOOK_EVERY_MS) void this.look()
    const { endpoints } = this.needs
    const faults = [...endpoints.faults].map(([name, fault]) => `endpoint ${name} ${fault}`)
    const more = [...faults, ...[this.obstacle, this.stop].filter((text) => text !== undefined)]
    if (more.length === 0) return this.seen
    const detail = [...(this.seen.detail === undefined ? [] : [this.seen.detail]), ...more].join('; ')
    const status = this.seen.status === 'DOWN' || faults.length === endpoints.size ? 'DOWN' : 'DEGRADED'
    return { status, detail }
  }

  /** Asks the endpoints for heights, gas and float. Never throws. */
  async look(): Promise<void> {
    this.isLooking = true
    try {
      this.seen = await this.judge()
    } catch (error) {
      // For example too few endpoints: their faults name them and the reason.
      this.seen = { status: 'DOWN', detail: (error as Error).message }
    } finally {
      this.lookedAt = performance.now()
      this.isLooking = false
    }
  }

  private async judge(): Promise<RailHealth> {
    const { endpoints, store, wallet, clock, chain: settings } = this.needs
    const heights = await endpoints.quorumOf((client) => client.getBlockNumber())
    const highest = heights.reduce((most, { value }) => (value > most ? value : most), 0n)
    const lagging = heights.filter(({ value }) => highest - value > LAG_BLOCKS)
    const wrong = await this.wrongDecimals()
    if (wrong) return { status: 'DOWN', detail: wrong }
    const [gas, fee, waiting, mined, ...floats] = await Promise.all([
      endpoints.atLeast(chain.gasBalance(wallet)),
      endpoints.atLeast(chain.baseFee),
      store.waiting(),
      endpoints.atLeast(chain.minedCount(wallet)),
      ...settings.tokens.map((token) => endpoints.atLeast(chain.tokenBalance(wallet, token.contract))),
    ])
    this.balances = { gas, floats, mined, height: highest, waiting, seenAt: clock.now() }
    const isEmpty = gas < fee * TRANSFER_GAS
    const details = [
      ...lagging.map(({ endpoint, value }) => `endpoint ${endpoint} is ${highest - value} blocks behind`),
      ...(isEmpty || gas < settings.lowGas ? [`gas is low: ${gas} wei in ${wallet}`] : []),
      ...settings.tokens.flatMap((token, i) => wrongFloat(token, floats[i] as bigint)),
      ...(waiting > 0 ? [`${waiting} payouts wait for the float`] : []),
    ]
    if (details.length === 0) return { status: 'UP' }
    return {
      status: isEmpty || floats.every((float) => float === 0n) ? 'DOWN' : 'DEGRADED',
      detail: details.join('; '),
    }
  }

  /** Floats as of the last check, and what is to be paid from them. */
  async holdings(): Promise<readonly Holding[]> {
    const { balances } = this
    const { store, chain: settings } = this.needs
    return await Promise.all(
      settings.tokens.map(async (token, i) => ({
        currency: token.currency,
        float: balances ? fromToken(token, balances.floats[i] as bigint) : null,
        inFlight: fromToken(token, await store.inFlight(token.contract, balances?.mined ?? 0n)),
        asOf: balances ? `block ${balances.height}` : null,
        seenAt: balances?.seenAt ?? null,
      })),
    )
  }

  /** Balances as of the last check, and the limits below or above which the rail is DEGRADED. */
  figures(): readonly RailFigure[] {
    const { balances } = this
    if (!balances) return []
    const { lowGas, tokens } = this.needs.chain
    return [
      { name: 'gas_gwei', value: Number(balances.gas / GWEI) },
      { name: 'gas_low_gwei', value: Number(lowGas / GWEI) },
      { name: 'payouts_waiting', value: balances.waiting },
      ...tokens.flatMap((token, i) => {
        const name = `float_${token.currency.toLowerCase()}`
        return [
          { name, value: Number(fromToken(token, balances.floats[i] as bigint)) },
          { name: `${name}_low`, value: Number(token.lowFloat) },
          ...(token.highFloat < NO_LIMIT ? [{ name: `${name}_high`, value: Number(token.highFloat) }] : []),
        ]
      }),
    ]
  }

  /** A token with other decimals than configured would be paid in the wrong amount. */
  private async wrongDecimals(): Promise<string | undefined> {
    if (this.hasDecimals) return undefined
    const { endpoints, chain: settings } = this.needs
    for (const { contract, currency, decimals } of settings.tokens) {
      const found = await endpoints.agreed(chain.tokenDecimals(contract), String)
      if (found !== decimals) return `the token for ${currency} has ${found} decimals, not ${decimals}`
    }
    this.hasDecimals = true
    return undefined
  }
}

function wrongFloat(token: EvmToken, balance: bigint): string[] {
  const minor = fromToken(token, balance)
  const amount = `${minor} minor units of ${token.currency}`
  if (minor > token.highFloat) return [`float is above its limit of ${token.highFloat}: ${amount}`]
  return minor < token.lowFloat || minor === 0n ? [`float is low: ${amount}`] : []
}

/** Smallest units of the token in one minor unit of the currency. */
const scaleOf = ({ currency, decimals }: EvmToken): bigint =>
  10n ** BigInt(decimals - CURRENCIES[currency as keyof typeof CURRENCIES].decimals)

/** Smallest units of the token for minor units of the currency. */
export const toToken = (token: EvmToken, minor: bigint): bigint => minor * scaleOf(token)

/** Minor units of the currency, rounded down, for smallest units of the token. */
export const fromToken = (token: EvmToken, amount: bigint): bigint => amount / scaleOf(token)
