/** Owns what the service asks of the network of UMA addresses: who is behind one, and how to pay them. */
import type { CustomerInfoFieldName } from '../../../contract/elements.ts'
import type { Static } from 'typebox'
import type { PayoutReport } from '../rails/port.ts'

export interface RequiredField {
  readonly name: Static<typeof CustomerInfoFieldName>
  readonly mandatory: boolean
}

/** The person or business behind an address, as their institution describes them. */
export interface UmaReceiver {
  readonly currencies: readonly { readonly code: string; /** Minor units. */ readonly min: number; readonly max: number }[]
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
}

export interface Uma {
  /**
   * Asks the institution of the address's domain.
   * @returns undefined when it knows no such address
   * @throws Refusal LNURLP_REQUEST_FAILED, UNSUPPORTED_UMA_VERSION, COUNTERPARTY_PUBKEY_FETCH_ERROR
   */
  lookup(receiver: string, sender: { readonly platformId: string; readonly address: string }): Promise<UmaReceiver | undefined>
  /** Pays; a repeated key changes nothing and reports how the first one stands. */
  send(payment: UmaPayment): Promise<PayoutReport>
  /** How a payment that was sent stands now. */
  ask(payment: UmaPayment): Promise<PayoutReport>
}
