/** Settings of the Lightning rail: the node, fee limits, amounts and alert thresholds, and how an operator writes them. */

/** Environment variables of the rail: text and default of each. */
export const LIGHTNING_VARIABLES = {
  CAUSEWAY_LIGHTNING_URL: {
    about: 'REST interface of an LND node, `https://host:8080`',
    default: 'none: payments over Lightning are refused',
  },
  CAUSEWAY_LIGHTNING_CERT_FILE: {
    about: 'TLS certificate of that node (`tls.cert`); no other one is accepted',
    default: '',
  },
  CAUSEWAY_LIGHTNING_MACAROON_FILE: {
    about: 'Macaroon for that node, mode 0600; its permissions: [Lightning](rails/lightning.md#keys)',
    default: '',
  },
  CAUSEWAY_LIGHTNING: {
    about:
      'Settings of the rail, `name=value` separated by spaces: fee-per-mille, fee-min, timeout-seconds, min, max, min-deposit, low-outbound, low-inbound, invoice-seconds',
    default: 'see [Lightning](rails/lightning.md)',
  },
} as const

export interface LightningSettings {
  /** REST interface of LND, `https://127.0.0.1:8080`. */
  readonly url: string
  /** Share of the amount that a payment may cost in routing fees, in thousandths. */
  readonly feePerMille: bigint
  /** A payment may cost at least this much, in satoshis. */
  readonly minFee: bigint
  /** How long LND looks for routes, in seconds. */
  readonly timeoutSeconds: number
  /** Smallest and largest payout, in satoshis. */
  readonly minAmount: bigint
  readonly maxAmount: bigint
  /** Smaller deposits go to suspense; satoshis. */
  readonly minDeposit: bigint
  /** Below these sums of channel balances the rail is DEGRADED; satoshis. */
  readonly lowOutbound: bigint
  readonly lowInbound: bigint
  /** How long our invoice can be paid, in seconds. */
  readonly invoiceSeconds: number
}

export const USUAL_LIGHTNING: Omit<LightningSettings, 'url'> = {
  feePerMille: 5n,
  minFee: 10n,
  timeoutSeconds: 60,
  minAmount: 1n,
  maxAmount: 4_294_967n,
  minDeposit: 1n,
  lowOutbound: 0n,
  lowInbound: 0n,
  invoiceSeconds: 900,
}

const satoshis = (text: string) => BigInt(text)
const count = (text: string) => Number(text)

const OPTIONS: Readonly<Record<string, readonly [keyof LightningSettings, (text: string) => bigint | number]>> = {
  'fee-per-mille': ['feePerMille', satoshis],
  'fee-min': ['minFee', satoshis],
  'timeout-seconds': ['timeoutSeconds', count],
  min: ['minAmount', satoshis],
  max: ['maxAmount', satoshis],
  'min-deposit': ['minDeposit', satoshis],
  'low-outbound': ['lowOutbound', satoshis],
  'low-inbound': ['lowInbound', satoshis],
  'invoice-seconds': ['invoiceSeconds', count],
}

/**
 * The rail as an operator writes it: `fee-per-mille=3 fee-min=5 low-outbound=1000000`.
 * @param options names and whole numbers separated by spaces; absent ones have their default
 * @returns undefined when a name is unknown, or a value is wrong
 */
export function lightningIn(url: string, options: string): LightningSettings | undefined {
  const settings = { url, ...USUAL_LIGHTNING }
  for (const pair of options.split(/\s+/).filter(Boolean)) {
    const [, name = '', value = ''] = /^([a-z-]+)=(\d{1,15})$/.exec(pair) ?? []
    if (!Object.hasOwn(OPTIONS, name)) return undefined
    const [field, parse] = OPTIONS[name] as (typeof OPTIONS)[string]
    Object.assign(settings, { [field]: parse(value) })
  }
  const { minAmount, maxAmount, minDeposit, timeoutSeconds, invoiceSeconds, feePerMille } = settings
  const isUsable =
    minAmount > 0n &&
    minAmount <= maxAmount &&
    minDeposit > 0n &&
    feePerMille <= 1_000n &&
    timeoutSeconds > 0 &&
    timeoutSeconds <= 3_600 &&
    invoiceSeconds >= 60 &&
    invoiceSeconds <= 86_400
  return isUsable ? settings : undefined
}

/** Most that a payment may cost in routing fees, in millisatoshis. @param amount satoshis */
export function feeLimit({ feePerMille, minFee }: LightningSettings, amount: bigint): bigint {
  const share = amount * feePerMille
  const least = minFee * 1_000n
  return share > least ? share : least
}
