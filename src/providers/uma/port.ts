/** Owns what the service and the network of UMA addresses ask of each other: who is behind an address, and how to pay them. */
import type { ErrorCode } from '@uma-sdk/core'
import type { Static } from 'typebox'
import type { CustomerInfoFieldName } from '../../../contract/elements.ts'
import type { PayoutReport } from '../rails/port.ts'

export interface RequiredField {
  readonly name: Static<typeof CustomerInfoFieldName>
  readonly mandatory: boolean
}

/** A currency that somebody takes; bounds in minor units. */
export interface TakenCurrency {
  readonly code: string
  readonly min: number
  readonly max: number
}

/** The person or business behind an address, as their institution describes them. */
export interface UmaReceiver {
  readonly currencies: readonly TakenCurrency[]
  readonly requiredPayerData: readonly RequiredField[]
}

export interface UmaPayment {
  /** The same for every try, so that the other side credits once. */
  readonly key: string
  readonly platformId: string
  readonly receiver: string
  /** Address of the sender at this institution. */
  readonly sender: string
  /** What the receiver is to get: minor units of the currency. */
  readonly currency: string
  readonly amount: bigint
  /** Details of the sender by field name, as far as the receiver's institution asked for them. */
  readonly payerData: Readonly<Record<string, string>>
  /** Text for the receiver's statement, where their institution takes comments. */
  readonly remittanceInformation?: string | undefined
}

/** What two institutions agreed to settle a payment by. */
export interface Settlement {
  /** Domain of the other institution. */
  readonly institution: string
  readonly invoice: string
  /** Where the receiver's institution is told that the payment is made. */
  readonly callback: string
}

export type UmaMessageKind =
  | 'LNURLP_REQUEST'
  | 'LNURLP_RESPONSE'
  | 'PAY_REQUEST'
  | 'PAY_RESPONSE'
  | 'POST_TRANSACTION_CALLBACK'
  | 'POST_TRANSACTION_RESPONSE'

/** One message between two institutions, as far as everybody may read it. */
export interface UmaMessage {
  readonly direction: 'SENT' | 'RECEIVED'
  readonly kind: UmaMessageKind
  /** Domain of the other institution. */
  readonly institution: string
  readonly fields: Readonly<Record<string, string>>
}

/** Is told of each message as it is sent or has been received and found good. */
export type OnMessage = (message: UmaMessage) => void

/** The sending side. */
export interface Uma {
  /**
   * Asks the institution of the address's domain.
   * @returns undefined when it knows no such address
   * @throws Refusal LNURLP_REQUEST_FAILED, UNSUPPORTED_UMA_VERSION, COUNTERPARTY_PUBKEY_FETCH_ERROR
   */
  lookup(
    receiver: string,
    sender: { readonly platformId: string; readonly address: string },
  ): Promise<UmaReceiver | undefined>
  /**
   * Asks the receiver's institution to take the payment, with what it wants to know of the sender. Nothing is owed yet.
   * @throws Refusal when it does not take it: those of `lookup`, UMA_NOT_FOUND, PAYREQ_REQUEST_FAILED
   */
  request(payment: UmaPayment, onMessage: OnMessage): Promise<Settlement>
  /**
   * Tells the receiver's institution that the payment is made; repeated, it changes nothing. From the first try on only
   * that institution's word ends the payment: no answer is IN_TRANSIT, whatever the reason.
   */
  settle(payment: UmaPayment, settlement: Settlement, onMessage: OnMessage): Promise<PayoutReport>
  /** How a payment of which it was told stands now. */
  ask(payment: UmaPayment, settlement: Settlement, onMessage: OnMessage): Promise<PayoutReport>
}

/** Says no to another institution in UMA's own words. */
export class UmaFault extends Error {
  override name = 'UmaFault'
  readonly code: keyof typeof ErrorCode
  constructor(code: keyof typeof ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export interface LookupRequest {
  /** Domain of the institution that asks. */
  readonly institution: string
}

export interface LookupAnswer extends UmaReceiver {
  readonly currencies: readonly (TakenCurrency & {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    /** Millisatoshis that one minor unit is worth about now. */
    readonly multiplier: number
  })[]
  /** Makes the address where a payment is to be asked for; called last, when all that is said was heard. */
  readonly callback: () => string
}

export interface PaymentRequest extends Pick<UmaPayment, 'key' | 'sender' | 'currency' | 'amount' | 'payerData'> {
  readonly institution: string
  /** What the sender says to the receiver. */
  readonly comment?: string
}

/** A payment that another institution says it has made. */
export interface ReportedSettlement {
  readonly institution: string
  readonly invoice: string
  /** Minor units of the payment's currency. */
  readonly amount: bigint
}

/**
 * The receiving side: each call reads a message of another institution, checks signature, age and nonce, has it decided,
 * and returns the signed answer as text.
 * @throws UmaFault, the errors of the SDK, and whatever the decision throws
 */
export interface UmaDesk {
  /** What `/.well-known/lnurlpubkey` shows. */
  publicKeys(): string
  lookup(url: URL, decide: (asked: LookupRequest) => Promise<LookupAnswer>, onMessage: OnMessage): Promise<string>
  pay(
    body: unknown,
    receiver: string,
    decide: (asked: PaymentRequest) => Promise<Pick<Settlement, 'invoice' | 'callback'>>,
    onMessage: OnMessage,
  ): Promise<string>
  /** @param url where the message arrived */
  settled(
    body: unknown,
    url: string,
    decide: (told: ReportedSettlement) => Promise<void>,
    onMessage: OnMessage,
  ): Promise<string>
}

/** Key pairs on secp256k1: scalars, and uncompressed points. */
export interface UmaKeys {
  readonly signing: { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }
  readonly encryption: { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }
}
