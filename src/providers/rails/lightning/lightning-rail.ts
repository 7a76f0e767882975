/** Lightning rail: bitcoin over an LND node, paid to invoices and Lightning addresses, and received by invoices. */
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Get } from '../../../infra/egress/public-http.ts'
import type { BeneficiaryCheck, Carriage, Payout, PayoutReport, Rail, RailCost, TransferVerdict } from '../port.ts'
import { Condition } from './condition.ts'
import { invoiceStore } from './invoice-store.ts'
import { type InvoiceNeeds, makeInvoice, paidAfter, SettlementReader } from './invoices.ts'
import type { Lnd } from './lnd.ts'
import { decodeInvoice } from './node.ts'
import { type LightningPayout, type PayoutStore, payoutStore } from './payout-store.ts'
import { advance, type PayoutNeeds } from './payouts.ts'
import { invoiceFault, isOffer } from './recipient.ts'
import type { LightningSettings } from './settings.ts'
import { invoiceSettlement } from './settlement.ts'
import { tracePayout } from './trace.ts'

export interface LightningRailParts {
  readonly store: Pick<Store, 'query' | 'transaction'>
  readonly clock: Clock
  readonly lnd: Lnd
  /** For the services of Lightning addresses, which customers choose. */
  readonly get: Get
}

export interface LightningRail extends Rail {
  /** Checks the node now; `health` reports the result. */
  look(): Promise<void>
  /** Ends the connection over which the node reports settled invoices. */
  close(): void
}

const ID = 'lightning'
const LEAST_ASK_MS = 2_000
const MOST_ASK_MS = 60_000

export function lightningRail(
  settings: LightningSettings,
  { store, clock, lnd, get }: LightningRailParts,
): LightningRail {
  const condition = new Condition(lnd, settings, clock)
  const node = () => condition.node()
  const invoices: InvoiceNeeds = {
    lnd,
    store: invoiceStore(store),
    clock,
    node,
    onStop(reason) {
      condition.stop = reason
    },
  }
  const onObstacle = (obstacle: string | undefined) => {
    condition.obstacle = obstacle
  }
  const payouts = payoutStore(store)
  const needs: PayoutNeeds = { settings, lnd, get, store: payouts, clock, node, onObstacle }
  const send = async ({ key, amount, identifier: recipient }: Payout) =>
    reportFrom(await advance(needs, { key, recipient, amount }), clock.now())
  return {
    id: ID,
    carries: carriages(settings),
    send,
    // All that a payout needs is stored, so `ask` can advance it as `send` does.
    ask: send,
    vet: ({ identifier }) => vetted(needs, identifier),
    checkBeneficiary: ({ identifier }) => checked(lnd, identifier),
    ...payingIn(settings, invoices),
    settlement: invoiceSettlement(invoices),
    costs: (after) => costsAfter(payouts, after),
    trace: (key) => tracePayout(store, key),
    async figures() {
      const { outbound, inbound } = condition.balance ?? {}
      const figures = { outbound_sat: outbound, inbound_sat: inbound }
      return Object.entries(figures).flatMap(([name, value]) =>
        value === undefined ? [] : [{ name, value: Number(value) }],
      )
    },
    async holdings() {
      const { outbound = 0n, pending = 0n, seenAt = null } = condition.balance ?? {}
      const float = seenAt === null ? null : outbound + pending
      const asOf = seenAt === null ? null : 'channels of the node'
      return [{ currency: 'BTC', float, inFlight: await payouts.inFlight(), asOf, seenAt }]
    },
    health: () => condition.health(),
    look: () => condition.look(),
  }
}

function reportFrom({ state, createdAt }: LightningPayout, now: number): PayoutReport {
  switch (state) {
    case 'DELIVERED':
      return { state: 'DELIVERED' }
    case 'REFUSED':
      return { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' }
    case 'FAILED':
      return { state: 'FAILED', reason: 'LIGHTNING_PAYMENT_FAILED', money: 'BACK' }
    default:
      return {
        state: 'IN_TRANSIT',
        askAgainInMs: Math.min(MOST_ASK_MS, Math.max(LEAST_ASK_MS, Math.round((now - createdAt) / 4))),
      }
  }
}

/** A node that does not answer refuses nothing: the payout waits, and is checked before it is paid. */
async function vetted({ lnd, node, clock }: PayoutNeeds, recipient: string): Promise<TransferVerdict> {
  if (recipient.includes('@')) return {}
  const refused = { refused: 'QUOTE_EXECUTION_FAILED' } as const
  if (isOffer(recipient)) return refused
  try {
    const decoded = await decodeInvoice(lnd, recipient)
    return decoded && invoiceFault(decoded, { node: await node(), now: clock.now() }) === undefined ? {} : refused
  } catch {
    return {}
  }
}

async function checked(lnd: Lnd, recipient: string): Promise<BeneficiaryCheck> {
  const unsupported = { status: 'UNSUPPORTED' } as const
  if (recipient.includes('@')) return unsupported
  if (isOffer(recipient)) return { status: 'INVALID_ACCOUNT' }
  try {
    return (await decodeInvoice(lnd, recipient)) ? unsupported : { status: 'INVALID_ACCOUNT' }
  } catch {
    return unsupported
  }
}

function payingIn(settings: LightningSettings, needs: InvoiceNeeds) {
  const reader = new SettlementReader(needs)
  return {
    prepareInstructions: async ({ reference, currency, cryptoNetwork, amount }) => {
      if (currency !== 'BTC' || (cryptoNetwork !== null && cryptoNetwork !== 'LIGHTNING')) return []
      const { invoice } = await makeInvoice(needs, {
        key: `payee/${reference}`,
        reference,
        memo: reference,
        amountMsat: amount === undefined ? undefined : amount * 1_000n,
        expirySeconds: settings.invoiceSeconds,
      })
      return [{ accountOrWalletInfo: { accountType: 'LIGHTNING', invoice } }]
    },
    async arrivals(after) {
      await reader.read()
      return await paidAfter(needs.store, after)
    },
    close: () => reader.close(),
  } satisfies Partial<LightningRail>
}

const COSTS_PAGE = 100

/** Routing fees in satoshis. */
async function costsAfter(payouts: PayoutStore, cursor: string | undefined) {
  const after = BigInt(cursor ?? 0)
  const rows = await payouts.costsAfter(after, COSTS_PAGE)
  const costs = rows.flatMap(({ key, amount, settledAt }): RailCost[] => {
    if (amount === 0n) return []
    return [{ key, currency: 'BTC', amount, about: `Routing of the payout ${key}`, chargedAt: settledAt }]
  })
  return { costs, cursor: String(rows.at(-1)?.number ?? after) }
}

function carriages({ minAmount, maxAmount, minDeposit, feePerMille }: LightningSettings): Carriage[] {
  const line = { currency: 'BTC', accountTypes: ['LIGHTNING'], scheme: 'LIGHTNING', settlement: 'seconds' } as const
  return [
    { ...line, direction: 'OUT', minAmount, maxAmount, fee: `routing, at most ${feePerMille} per mille` },
    { ...line, direction: 'IN', minAmount: minDeposit, maxAmount: MOST, fee: 'none' },
  ]
}
const MOST = 2n ** 63n / 1_000n
