/** Settings of EVM chains: endpoints, tokens, confirmations, fee limits and alert thresholds, and how an operator writes them. */
import type { Address } from 'viem'
import { CURRENCIES } from '../../../../contract/currencies.ts'
import type { PaymentRail } from '../../../../contract/elements.ts'
import type { AccountType } from '../../../../contract/payments/external-accounts/account-types.ts'
import { addressFault, withChecksum } from './address.ts'

export interface EvmToken {
  /** Currency of the service that stands for the token, such as USDC. */
  readonly currency: string
  /** The contract, with its checksum. */
  readonly contract: Address
  /** Of the contract; at least as many as the currency has. */
  readonly decimals: number
  /** Smallest and largest payout, in minor units of the currency. */
  readonly minAmount: bigint
  readonly maxAmount: bigint
  /** Deposits below it go to suspense; minor units of the currency. */
  readonly minDeposit: bigint
  /** Below this balance of the hot wallet the rail is DEGRADED; minor units of the currency. */
  readonly lowFloat: bigint
  /** Above this balance of the hot wallet the rail is DEGRADED: the most that its key may put at risk. */
  readonly highFloat: bigint
}

export interface EvmChain {
  /** `evm-base`: stored with every payout. */
  readonly id: string
  readonly chainId: number
  readonly scheme: PaymentRail
  /** Coin in which gas is paid. */
  readonly coin: 'ETH' | 'POL'
  readonly accountType: Extract<AccountType, `${'ETHEREUM' | 'BASE' | 'POLYGON'}_WALLET`>
  /** JSON-RPC endpoints, best of several operators. They may contain keys. */
  readonly urls: readonly string[]
  readonly tokens: readonly EvmToken[]
  /** Blocks, its own included, after which a transaction counts as final. */
  readonly confirmations: number
  /** Approximate time between blocks. */
  readonly blockMs: number
  /** A transaction that is next to be mined and is not after this time is replaced at a higher fee. */
  readonly stuckAfterMs: number
  /** Most that a transaction may pay for a unit of gas, in wei. */
  readonly feeCap: bigint
  /** Below this balance of the hot wallet in wei the rail is DEGRADED. */
  readonly lowGas: bigint
}

export const GWEI = 1_000_000_000n

type Usual = Omit<EvmChain, 'urls' | 'tokens'> & { readonly usdc: Address }

const USUAL = {
  ETHEREUM: {
    id: 'evm-ethereum',
    chainId: 1,
    scheme: 'ETHEREUM',
    coin: 'ETH',
    accountType: 'ETHEREUM_WALLET',
    usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    confirmations: 64,
    blockMs: 12_000,
    stuckAfterMs: 180_000,
    feeCap: 200n * GWEI,
    lowGas: 50_000_000n * GWEI,
  },
  BASE: {
    id: 'evm-base',
    chainId: 8453,
    scheme: 'BASE',
    coin: 'ETH',
    accountType: 'BASE_WALLET',
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    confirmations: 60,
    blockMs: 2_000,
    stuckAfterMs: 60_000,
    feeCap: 10n * GWEI,
    lowGas: 5_000_000n * GWEI,
  },
  POLYGON: {
    id: 'evm-polygon',
    chainId: 137,
    scheme: 'POLYGON',
    coin: 'POL',
    accountType: 'POLYGON_WALLET',
    usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    confirmations: 128,
    blockMs: 2_000,
    stuckAfterMs: 60_000,
    feeCap: 2_000n * GWEI,
    lowGas: 5_000_000_000n * GWEI,
  },
} as const satisfies Record<string, Usual>

export type EvmNetwork = keyof typeof USUAL
export const EVM_NETWORKS = Object.keys(USUAL) as EvmNetwork[]

/** Largest amount of the database: an amount without a limit. */
export const NO_LIMIT = 2n ** 63n - 1n

/**
 * A chain as an operator configures it: `confirmations=12 fee-cap-gwei=80 token=USDC:0x…:6 low-float=USDC:1000000000`.
 * @param options names and values separated by spaces; absent ones have the default of the network
 * @returns undefined when a name is unknown, or a value is wrong
 */
export function evmChainIn(network: EvmNetwork, urls: readonly string[], options: string): EvmChain | undefined {
  const { usdc, ...usual } = USUAL[network]
  const pairs = options.split(/\s+/).filter(Boolean).map(pairIn)
  const changes = pairs.filter((pair) => pair !== undefined).filter(({ name }) => Object.hasOwn(CHAIN_OPTIONS, name))
  const written = pairs.filter((pair) => pair?.name === 'token').map((pair) => tokenIn(pair?.value as string))
  const tokens = written.length > 0 ? written : [tokenIn(`USDC:${usdc}:6`)]
  if (tokens.includes(undefined)) return undefined
  const chain = { ...usual, urls, tokens: tokens as EvmToken[] }
  for (const { name, value } of changes) {
    const change = CHAIN_OPTIONS[name as keyof typeof CHAIN_OPTIONS](value)
    if (!change) return undefined
    Object.assign(chain, change)
  }
  for (const pair of pairs) {
    if (!pair) return undefined
    if (pair.name === 'token' || Object.hasOwn(CHAIN_OPTIONS, pair.name)) continue
    if (!changeToken(chain.tokens, pair)) return undefined
  }
  return chain
}

interface Pair {
  readonly name: string
  readonly value: string
}

function pairIn(text: string): Pair | undefined {
  const [, name, value] = /^([a-z-]+)=(\S+)$/.exec(text) ?? []
  return name && value ? { name, value } : undefined
}

/** A whole number above zero. */
const count = (value: string) => (/^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined)
/** Wei of an amount in gwei with up to nine decimal places. */
function gwei(value: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(value) ?? []
  return whole === undefined ? undefined : BigInt(whole) * GWEI + BigInt(fraction.padEnd(9, '0'))
}

const option =
  <Value>(
    field: keyof EvmChain,
    parse: (value: string) => Value | undefined,
    scale = (value: Value): unknown => value,
  ) =>
  (text: string): Partial<EvmChain> | undefined => {
    const value = parse(text)
    return value === undefined ? undefined : { [field]: scale(value) }
  }

const CHAIN_OPTIONS = {
  'chain-id': option('chainId', count),
  confirmations: option('confirmations', count),
  'block-seconds': option('blockMs', count, (seconds) => seconds * 1_000),
  'stuck-seconds': option('stuckAfterMs', count, (seconds) => seconds * 1_000),
  'fee-cap-gwei': option('feeCap', gwei),
  'low-gas-gwei': option('lowGas', gwei),
}

const TOKEN_OPTIONS = {
  min: 'minAmount',
  max: 'maxAmount',
  'min-deposit': 'minDeposit',
  'low-float': 'lowFloat',
  'high-float': 'highFloat',
} as const

/** `low-float=USDC:1000000`: an amount in minor units of the currency. */
function changeToken(tokens: EvmToken[], { name, value }: Pair): boolean {
  const [, currency, amount] = /^([A-Z]{3,5}):(\d{1,18})$/.exec(value) ?? []
  const at = tokens.findIndex((token) => token.currency === currency)
  if (at < 0 || !Object.hasOwn(TOKEN_OPTIONS, name)) return false
  const field = TOKEN_OPTIONS[name as keyof typeof TOKEN_OPTIONS]
  tokens[at] = { ...(tokens[at] as EvmToken), [field]: BigInt(amount as string) }
  return true
}

/** `USDC:0x…:6`: currency, contract, and decimals of the contract. */
function tokenIn(text: string): EvmToken | undefined {
  const [, currency, contract = '', digits] = /^([A-Z]{3,5}):(0x[0-9a-fA-F]{40}):(\d{1,2})$/.exec(text) ?? []
  const known = CURRENCIES[currency as keyof typeof CURRENCIES]
  const decimals = Number(digits)
  if (!known || addressFault(contract) !== undefined || decimals < known.decimals || decimals > 36) return undefined
  return {
    currency: currency as string,
    contract: withChecksum(contract),
    decimals,
    minAmount: 1n,
    maxAmount: NO_LIMIT,
    minDeposit: 10n ** BigInt(Math.max(0, known.decimals - 2)),
    lowFloat: 0n,
    highFloat: NO_LIMIT,
  }
}
