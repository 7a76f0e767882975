/** Participants of the simulation: platforms with customers and accounts, and the requests and reports they can make. */
import type { QuoteRequest } from '../../contract/payments/quotes.ts'
import { wireId } from '../../src/core/ids.ts'
import { accounts } from '../../src/domain/accounts/internal-account.ts'
import { approveCustomer } from '../../src/domain/customers/approve-customer.ts'
import { createCustomer } from '../../src/domain/customers/create-customer.ts'
import { registerExternalAccount } from '../../src/domain/payments/external-accounts/register-external-account.ts'
import { createPlatform } from '../../src/domain/platform/create-platform.ts'
import { defaultSettings } from '../../src/domain/platform/limits.ts'
import type { Command } from '../../src/engine/rows.ts'
import { sandboxIdentity } from '../../src/providers/identity/sandbox.ts'
import type { PayoutReport } from '../../src/providers/rails/port.ts'
import type { MemoryEngine } from '../harness/memory-engine.ts'
import type { Chance } from './chance.ts'

export interface Platform {
  readonly id: string
  /** Wire ids of accounts. */
  readonly internal: readonly string[]
  readonly external: readonly string[]
  /** Currency of each internal account. */
  readonly currencies: ReadonlyMap<string, string>
  /** Open quotes, and some that have ended, to be retried. */
  readonly open: string[]
  readonly over: string[]
}

const PERSON = {
  customerType: 'INDIVIDUAL',
  fullName: 'Alice Doe',
  birthDate: '1990-01-15',
  nationality: 'US',
} as const
const BUSINESS = {
  customerType: 'BUSINESS',
  businessInfo: {
    legalName: 'Northwind Ltd',
    registrationNumber: 'N-1',
    taxId: 'T-1',
    country: 'US',
    entityType: 'CORPORATION',
  },
} as const
const MARIA = { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' } as const
const CURRENCIES_HELD = ['USD', 'EUR', 'MXN', 'BTC'] as const

/** A platform with three persons, a business, and accounts inside and outside. */
export function foundPlatform(engine: MemoryEngine, id: string): Platform {
  const run = <Reply>(command: Command<Reply>) => engine.run(id, command)
  const supportedCurrencies = CURRENCIES_HELD.map(defaultSettings)
  const acme = {
    name: 'Acme',
    umaDomain: 'acme.example',
    isRegulatedFinancialInstitution: false,
    webhookSecret: 'sealed',
  }
  run((rows) => createPlatform(rows, { ...acme, supportedCurrencies }))
  for (let i = 0; i < 3; i++) run((rows) => createCustomer(rows, { request: PERSON, identity: sandboxIdentity }))
  run((rows) =>
    approveCustomer(rows, { customerId: createCustomer(rows, { request: BUSINESS, identity: sandboxIdentity }).id }),
  )
  const external = ['718', '719', '710'].map((suffix) => {
    const accountInfo = {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: `032180000118359${suffix}`,
      beneficiary: MARIA,
    } as const
    return run((rows) => registerExternalAccount(rows, { currency: 'MXN', accountInfo }, { status: 'MATCHED' })).id
  })
  const mine = engine.slots(accounts).filter(({ platformId }) => platformId === id)
  return {
    id,
    internal: mine.map(({ key }) => wireId('InternalAccount', key)),
    currencies: new Map(mine.map(({ key, value }) => [wireId('InternalAccount', key), value.currency])),
    external: external.map((key) => wireId('ExternalAccount', key)),
    open: [],
    over: [],
  }
}

/** Small amounts as often as large ones. */
export const amountUpTo = (max: number, { next }: Chance): bigint => BigInt(1 + Math.floor(max ** next()))

/** A request for a quote that is likely to succeed. */
export function anyRequest({ internal, external, currencies }: Platform, chance: Chance): QuoteRequest {
  const { next, of } = chance
  const payer = of(internal)
  const isFunded = next() < 0.1
  const platformFeeOverride = {
    platformFixedFee: {
      amount: of([0, 1, 285]),
      currency: isFunded ? 'USD' : (currencies.get(payer) as string),
    },
    platformVariableFeeBps: of([0, 1, 50, 2_000]),
  }
  return {
    source: isFunded
      ? { sourceType: 'REALTIME_FUNDING', currency: 'USD' }
      : { sourceType: 'ACCOUNT', accountId: payer },
    destination: { destinationType: 'ACCOUNT', accountId: next() < 0.5 ? of(internal) : of(external) },
    lockedCurrencySide: of(['SENDING', 'RECEIVING']),
    lockedCurrencyAmount: Number(amountUpTo(5_000_000, chance)),
    ...(next() < 0.1 && { immediatelyExecute: true }),
    ...(next() < 0.3 && { platformFeeOverride }),
  } as QuoteRequest
}

const reason = 'QUOTE_EXECUTION_FAILED'
const REPORTS: readonly PayoutReport[] = [
  { state: 'IN_TRANSIT', askAgainInMs: 30_000 },
  { state: 'DELIVERED' },
  { state: 'DELIVERED', askAgainInMs: 5_000 },
  { state: 'FAILED', reason, money: 'BACK' },
  { state: 'FAILED', reason, money: 'STUCK' },
  { state: 'RETURNED', reason },
  { state: 'CANCELLED' },
]

/** Any report of a rail, regardless of earlier ones. */
export const anyReport = ({ of }: Chance): PayoutReport => of(REPORTS)
