/** UMA provider port: lookups of receivers and payments between institutions, in both directions. */
import type { ErrorCode } from '@uma-sdk/core'
import type { Static } from 'typebox'
import type { CustomerInfoFieldName } from '../../../contract/elements.ts'
import type { PayoutReport } from '../rails/port.ts'

export interface RequiredField {
  readonly name: Static<typeof CustomerInfoFieldName>
  readonly mandatory: boolean
}

/** A currency that a receiver takes; bounds in minor units. */
export interface TakenCurrency {
  readonly code: string
  readonly min: number
  readonly max: number
}

/** The owner of a UMA address, as their institution describes them. */
export interface UmaReceiver {
  readonly currencies: readonly TakenCurrency[]
  readonly requiredPayerData: readonly RequiredField[]
}

export interface UmaPayment {
  /** The same for every attempt, so that the other side credits once. */
  readonly key: string
  readonly platformId: string
  readonly receiver: string
  /** Address of the sender at this institution. */
  readonly sender: string
  readonly currency: string
  /** What the receiver gets, in minor units of the currency. */
  readonly amount: bigint
  /** Details of the sender that the receiver's institution requires, by field name. */
  readonly payerData: Readonly<Record<string, string>>
  /** Text for the receiver's statement, if their institution accepts comments. */
  readonly remittanceInformation?: string | undefined
}

/** The settlement that two institutions agreed on for a payment. */
export interface Settlement {
  /** Domain of the other institution. */
  readonly institution: string
  readonly invoice: string
  /** URL at which the payment is reported to the receiver's institution. */
  readonly callback: string
}

export type UmaMessageKind =
  | 'LNURLP_REQUEST'
  | 'LNURLP_RESPONSE'
  | 'PAY_REQUEST'
  | 'PAY_RESPONSE'
  | 'POST_TRANSACTION_CALLBACK'
  | 'POST_TRANSACTION_RESPONSE'

/** One message between two institutions, without encrypted contents. */
export interface UmaMessage {
  readonly direction: 'SENT' | 'RECEIVED'
  readonly kind: UmaMessageKind
  /** Domain of the other institution. */
  readonly institution: string
  readonly fields: Readonly<Record<string, string>>
}

/** Called for each message that is sent, and for each received message that is valid. */
export type OnMessage = (message: UmaMessage) => void

/** The sending side. */
export interface Uma {
  /**
   * Queries the institution at the address's domain.
   * @returns undefined when the address does not exist
   * @throws Refusal LNURLP_REQUEST_FAILED, UNSUPPORTED_UMA_VERSION, COUNTERPARTY_PUBKEY_FETCH_ERROR
   */
  lookup(
    receiver: string,
    sender: { readonly platformId: string; readonly address: string },
  ): Promise<UmaReceiver | undefined>
  /**
   * Announces the payment to the receiver's institution, with the sender details that it requires. Nothing is owed yet.
   * @throws Refusal when it declines: as `lookup`, UMA_NOT_FOUND, PAYREQ_REQUEST_FAILED
   */
  request(payment: UmaPayment, onMessage: OnMessage): Promise<Settlement>
  /**
   * Reports the payment to the receiver's institution; idempotent. From the first attempt on only that institution's
   * answer ends the payment: no answer is IN_TRANSIT, whatever the reason.
   */
  settle(payment: UmaPayment, settlement: Settlement, onMessage: OnMessage): Promise<PayoutReport>
  /** Queries the state of a payment that was reported. */
  ask(payment: UmaPayment, settlement: Settlement, onMessage: OnMessage): Promise<PayoutReport>
}

/** Refusal towards another institution, with a code of UMA. */
export class UmaFault extends Error {
  override name = 'UmaFault'
  readonly code: keyof typeof ErrorCode
  constructor(code: keyof typeof ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export interface LookupRequest {
  /** Domain of the querying institution. */
  readonly institution: string
}

export interface LookupAnswer extends UmaReceiver {
  readonly currencies: readonly (TakenCurrency & {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    /** Approximate value of one minor unit in millisatoshis. */
    readonly multiplier: number
  })[]
  /** Builds the URL for the pay request; called last, so that it can contain all messages of the lookup. */
  readonly callback: () => string
}

export interface PaymentRequest extends Pick<UmaPayment, 'key' | 'sender' | 'currency' | 'amount' | 'payerData'> {
  readonly institution: string
  /** Message from the sender to the receiver. */
  readonly comment?: string
  /** Whether the payment is settled by paying a Lightning invoice; otherwise by the callback. */
  readonly isByInvoice: boolean
}

/** What the receiver's institution answers to a pay request. */
export interface PaymentAnswer extends Pick<Settlement, 'invoice' | 'callback'> {
  /** Millisatoshis of the invoice for one minor unit of the currency; absent: it is not one of Lightning. */
  readonly multiplier?: number
}

/** A payment that another institution reports as made. */
export interface ReportedSettlement {
  readonly institution: string
  readonly invoice: string
  /** Minor units of the payment's currency. */
  readonly amount: bigint
}

/**
 * The receiving side: each call reads a message of another institution, verifies signature, age and nonce, calls
 * `decide`, and returns the signed reply as text.
 * @throws UmaFault, errors of the SDK, and what `decide` throws
 */
export interface UmaInbound {
  /** Body of `/.well-known/lnurlpubkey`. */
  publicKeys(): string
  lookup(url: URL, decide: (asked: LookupRequest) => Promise<LookupAnswer>, onMessage: OnMessage): Promise<string>
  pay(
    body: unknown,
    receiver: string,
    decide: (asked: PaymentRequest) => Promise<PaymentAnswer>,
    onMessage: OnMessage,
  ): Promise<string>
  /** @param url at which the message arrived */
  settled(
    body: unknown,
    url: string,
    decide: (settlement: ReportedSettlement) => Promise<void>,
    onMessage: OnMessage,
  ): Promise<string>
}

/** Key pair on secp256k1: scalar, and uncompressed point. */
export interface UmaKeyPair {
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
}

/** Current keys: they change when they are rotated. */
export interface UmaKeys {
  readonly signing: UmaKeyPair
  readonly encryption: UmaKeyPair
  /** To which others may have encrypted: the current pair, and the one before it. */
  readonly readable: readonly UmaKeyPair[]
  /** Until when others may cache the public keys, in milliseconds since 1970. */
  readonly cacheableUntil: number
}
