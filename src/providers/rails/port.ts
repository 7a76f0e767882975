/**
 * Rail port: money to and from bank schemes and networks. A `Rail` is one connection to a network; the domain sees
 * `Rails`, all of them behind the router.
 */
import type { PaymentInstructions } from '../../../contract/accounts/instruction-types.ts'
import type { PaymentRail, PurposeOfPayment } from '../../../contract/elements.ts'
import type { ChainBlock, ChainStatus, ChainTransaction } from '../../../contract/installation/chains.ts'
import type { AccountType } from '../../../contract/payments/external-accounts/account-types.ts'
import type { InvoiceSettlement, PaidIn } from '../settlement/port.ts'

/** Instructions for one payout. */
export interface Payout {
  /** The same for every attempt, so that the rail places the money once. */
  readonly key: string
  readonly currency: string
  /** Minor units of the currency. */
  readonly amount: bigint
  readonly rail: string | null
  readonly accountType: string
  readonly accountInfo: Readonly<Record<string, unknown>>
  /** Account number, IBAN or address. */
  readonly identifier: string
  /** Reference that the receiver sees. */
  readonly reference: string
  /** The sender's own text for the receiver's statement, at most 80 characters; null: none, and for pulls. */
  readonly remittanceInformation: string | null
  /** Purpose of the payment, which some countries require; null: unknown. */
  readonly purposeOfPayment: PurposeOfPayment | null
  /** Networks treat a transfer between a person's own accounts differently from a payment. */
  readonly purpose: 'QUOTE' | 'TRANSFER'
}

export type PayoutFailure = 'QUOTE_EXECUTION_FAILED' | 'COUNTERPARTY_POST_TX_FAILED' | 'LIGHTNING_PAYMENT_FAILED'

/** State of a payout. */
export type PayoutReport =
  | { readonly state: 'IN_TRANSIT'; readonly askAgainInMs: number }
  /**
   * Arrived. `askAgainInMs`: the receiving bank may still return it; query the state then. `paidIn`: what was paid outside,
   * where that is not the payout's currency.
   */
  | { readonly state: 'DELIVERED'; readonly askAgainInMs?: number; readonly paidIn?: PaidIn }
  /** Not made. `money`: back with us, or stuck where only an operator can retrieve it. */
  | { readonly state: 'FAILED'; readonly reason: PayoutFailure; readonly money: 'BACK' | 'STUCK' }
  /** Arrived, and was returned. */
  | { readonly state: 'RETURNED'; readonly reason: PayoutFailure }
  /** Cancelled by a person before it arrived; the money is back. */
  | { readonly state: 'CANCELLED' }

/** Answer of a rail before a transfer is submitted. `refused`: why it would not accept the transfer. */
export interface TransferVerdict {
  readonly refused?: PayoutFailure
}

/** Answer of the receiving bank about the name of an account's owner. */
export type BeneficiaryCheck =
  | {
      readonly status:
        | 'MATCHED'
        | 'NOT_MATCHED'
        | 'PARTIAL_MATCH'
        | 'PENDING'
        | 'UNSUPPORTED'
        | 'CHECKED_BY_RECEIVING_FI'
      readonly name?: string
    }
  | { readonly status: 'INVALID_ACCOUNT' }

/** OUT: payouts. PULL: money pulled from an external account. IN: money that is paid in from outside. */
export type Direction = 'OUT' | 'PULL' | 'IN'

/** One kind of money that a rail carries: a line of the routing table. */
export interface Carriage {
  readonly direction: Direction
  readonly currency: string
  /** At the other end of a payout or a pull; of money that comes in: the types of its payment instructions. */
  readonly accountTypes: readonly AccountType[]
  readonly scheme: PaymentRail
  /** Smallest and largest amount, in minor units of the currency. */
  readonly minAmount: bigint
  readonly maxAmount: bigint
  /** Human-readable: until when on a day a payout is sent on that day. Absent: at any time. */
  readonly cutOff?: string
  /** Human-readable: how long it takes, such as "12 confirmations, about 3 minutes". */
  readonly settlement: string
  /** Human-readable: what the network charges the operator, such as "gas" or "EUR 0.20". */
  readonly fee: string
}

/** What a payment requires of a rail; a field that is undefined or null matches every line. */
export interface CarriageNeed {
  readonly direction: Direction
  readonly currency: string
  readonly accountType?: string | undefined
  readonly scheme?: string | null | undefined
  /** Minor units of the currency. */
  readonly amount?: bigint | undefined
}

/** UP: takes payouts. DEGRADED: takes payouts, and needs an operator. DOWN: takes no new payouts. */
export interface RailHealth {
  readonly status: 'UP' | 'DEGRADED' | 'DOWN'
  /** Why, for an operator; without secrets. */
  readonly detail?: string
}

/** The fields of an external account that decide whether it can take part in a transfer. */
export interface TransferEnd {
  readonly identifier: string
  readonly accountType: string
  readonly currency: string
}

export interface BeneficiaryRequest extends TransferEnd {
  readonly beneficiaryName: string | undefined
  readonly isWallet: boolean
}

/** Payee of a deposit: an internal account, or a quote that waits for funding. */
export interface FundingPayee {
  readonly kind: 'ACCOUNT' | 'QUOTE'
  /** Bare id of the account or quote. */
  readonly id: string
  readonly currency: string
  /** Only instructions for this network; null: for all. */
  readonly cryptoNetwork: string | null
  /** Identifies the payee: `CW` and 26 letters and digits. The payer includes it in a bank payment; `arrivals` returns it. */
  readonly reference: string
}

/** A payee that is about to be stored. */
export interface ExpectedPayee extends Pick<FundingPayee, 'currency' | 'cryptoNetwork' | 'reference'> {
  /** What is to be paid, in minor units of the currency; undefined: it is not known yet. */
  readonly amount: bigint | undefined
}

/** Money whose arrival over a rail is final: money that may still be reversed is not reported. */
export interface Arrival {
  /** Unique on the rail, and the same in every report of this arrival. At most 200 characters. */
  readonly key: string
  readonly currency: string
  /** Minor units of the currency. */
  readonly amount: bigint
  /**
   * `FundingPayee.reference`, as the payer included it, or as the rail knows it from the address that was paid. Undefined:
   * there is none. Anything else than the reference of a payee goes to suspense.
   */
  readonly reference: string | undefined
  /** For operators and statements: the payer as the network names them. */
  readonly payer?: string
  /** When the network booked it, in milliseconds since 1970. */
  readonly arrivedAt: number
}

/** What a bank or network charged for carrying money, and has taken from what the rail holds. */
export interface RailCost {
  /** Unique on the rail, and the same in every report of this cost. At most 200 characters. */
  readonly key: string
  /** A currency, or the coin of a chain: ETH, POL. */
  readonly currency: string
  /** Minor units of the currency; of a coin gwei. */
  readonly amount: bigint
  /** Human-readable; without personal data. */
  readonly about: string
  /** In milliseconds since 1970. */
  readonly chargedAt: number
}

/** Money of one currency that a rail holds outside: at a bank, in a hot wallet, in channels. */
export interface Holding {
  readonly currency: string
  /** Minor units of the currency, as of `asOf`; negative: overdrawn. Null: not seen yet. */
  readonly float: bigint | null
  /** Minor units of payouts that the rail has taken and that `float` still contains. */
  readonly inFlight: bigint
  /** What the float was read from, human-readable: `statement 2026-117`, `block 21000000`. Null: nothing yet. */
  readonly asOf: string | null
  /** When that was read, in milliseconds since 1970. */
  readonly seenAt: number | null
}

/** What a rail knows of a payout, human-readable: `{ name: 'Transaction', value: '0x…' }`. */
export interface RailFact {
  readonly name: string
  readonly value: string
  /** Where the rail has an explorer: what the value is there. */
  readonly shows?: 'TRANSACTION' | 'BLOCK'
}

/** Blocks and transactions of a rail's chain, human-readable. Asks the network. @throws Refusal SERVICE_UNAVAILABLE */
export interface ChainExplorer {
  chain(): Promise<ChainStatus>
  /** Undefined: there is none. */
  block(number: bigint): Promise<ChainBlock | undefined>
  transaction(hash: string): Promise<ChainTransaction | undefined>
}

/** A figure of a rail for monitoring. */
export interface RailFigure {
  /** Lower case and underscores, with the unit: `gas_gwei`. */
  readonly name: string
  readonly value: number
}

/**
 * A connection to one network. A thrown error means "unknown": the caller tries again with the same key. Data that must
 * outlive the process is in tables of the rail's own, and what is to be sent is stored there before it is sent.
 */
export interface Rail {
  /** `evm-base`, `sepa`: stored with every payout, so it never changes. Lower case, digits and hyphens. */
  readonly id: string
  readonly carries: readonly Carriage[]
  /** Submits a payout; a repeated key submits nothing and returns the state of the first. */
  send(payout: Payout): Promise<PayoutReport>
  /** State of a payout or a pull that was submitted. FAILED only if it is proved that no money moved. */
  ask(payout: Payout): Promise<PayoutReport>
  /** Pulls money from an account; a repeated key submits nothing. DELIVERED: it has arrived with us. Absent: the rail cannot. */
  pull?(payout: Payout): Promise<PayoutReport>
  /** Whether an account can take part in a transfer. Absent: every account of its account types can. */
  vet?(account: TransferEnd): Promise<TransferVerdict>
  /** Verifies an account before it is registered. Absent: UNSUPPORTED. */
  checkBeneficiary?(account: BeneficiaryRequest): Promise<BeneficiaryCheck>
  /**
   * How to pay into an account or for a quote. Follows from the payee and the configuration, and is the same at each
   * call: it is shown wherever the account is. Absent: nothing can be paid in.
   */
  fundingInstructions?(payee: FundingPayee): readonly PaymentInstructions[]
  /**
   * Makes instructions for one payee that cannot be derived, such as an invoice, before the payee is stored. Repeated
   * for a reference it returns the same. Absent: `fundingInstructions` is complete.
   * @throws Error when the rail cannot make them at the moment
   */
  prepareInstructions?(payee: ExpectedPayee): Promise<readonly PaymentInstructions[]>
  /**
   * Announces payees, at most a minute after they were created, so that the rail can recognize what is paid to their
   * addresses. Repeated after a crash. Absent: payers include the reference.
   */
  watch?(payees: readonly FundingPayee[]): Promise<void>
  /**
   * Money that arrived after a cursor, in the rail's order, a page at a time; undefined: from the beginning. An arrival
   * may be reported again: it is credited once by its key.
   */
  arrivals?(after: string | undefined): Promise<{ readonly arrivals: readonly Arrival[]; readonly cursor: string }>
  /**
   * Costs after a cursor, as `arrivals`. Each is posted once by its key, from the house account *costs* to *rails*.
   * Absent: the rail has none, or they are paid from elsewhere.
   */
  costs?(after: string | undefined): Promise<{ readonly costs: readonly RailCost[]; readonly cursor: string }>
  /** Settlement of payments between institutions, which are paid by `send`. Absent: the rail has no invoices. */
  readonly settlement?: InvoiceSettlement
  /** What the rail has stored about a payout or pull, in the order in which it is shown; makes no call. Absent: nothing. */
  trace?(key: string): Promise<readonly RailFact[]>
  /** What the key of an arrival means, as `trace`. Absent: only the rail knows. */
  traceArrival?(key: string): readonly RailFact[]
  /** Absent: the rail has no chain. */
  readonly explorer?: ChainExplorer
  /** Figures for monitoring; makes no call to the network. Absent: none. */
  figures?(): Promise<readonly RailFigure[]>
  /**
   * What the rail holds outside, one entry for each currency, from what it saw last: reads its own tables at most. Absent or
   * empty: it holds nothing.
   */
  holdings?(): Promise<readonly Holding[]>
  /** From what the rail saw last; makes no call. */
  health(): RailHealth
}

/** A line of the routing table, with its rail. */
export interface ConnectedCarriage extends Carriage {
  readonly rail: string
}

/** What is connected. Fixed by the configuration, so that commands may use it. */
export interface RailTable {
  readonly carriages: readonly ConnectedCarriage[]
  /** Whether a rail carries it, whatever its health. */
  carries(need: CarriageNeed): boolean
  /** As `Rail.fundingInstructions`, of all rails. None: the payee cannot be paid from outside. */
  fundingInstructions(payee: FundingPayee): readonly PaymentInstructions[]
}

/** All rails together, as the domain sees them. A thrown error means "unknown": the caller tries again with the same key. */
export interface Rails extends RailTable {
  /** In the order in which they are preferred. */
  readonly connected: readonly Rail[]
  /** As `Rail.send`, over a rail that carries the payout and is up. FAILED when none carries it; throws while none is up. */
  send(payout: Payout): Promise<PayoutReport>
  /** As `Rail.ask`, of the rail that the payout or pull was submitted to. */
  ask(payout: Payout): Promise<PayoutReport>
  /** As `Rail.prepareInstructions`, of all rails that are not DOWN. */
  prepareInstructions(payee: ExpectedPayee): Promise<readonly PaymentInstructions[]>
  /** As `Rail.pull`, over a rail that can. */
  pull(payout: Payout): Promise<PayoutReport>
  /** The rail that a payout or pull was submitted to, and what it knows of it. Undefined: none has been chosen. */
  trace(key: string): Promise<{ readonly rail: string; readonly facts: readonly RailFact[] } | undefined>
  /** As `Rail.vet`, of the first rail that carries it. */
  vet(account: TransferEnd, direction: 'OUT' | 'PULL'): Promise<TransferVerdict>
  /** As `Rail.checkBeneficiary`, of the first rail that pays such accounts. */
  checkBeneficiary(account: BeneficiaryRequest): Promise<BeneficiaryCheck>
}
