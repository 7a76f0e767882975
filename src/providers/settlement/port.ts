/** Settlement port: invoices by which institutions pay each other for payments between their customers. */

/** Money that crossed a rail. */
export interface PaidIn {
  readonly currency: string
  /** Minor units of the currency. */
  readonly amount: bigint
}

/** Invoices by which institutions settle payments between their customers. Amounts are satoshis. */
export interface InvoiceSettlement {
  /** The invoice for a payment to us, the same at each call. @throws Error while the rail does not answer */
  request(payment: Readonly<{ key: string; amount: bigint; memo: string; expiresInSeconds: number }>): Promise<string>
  /**
   * Amount paid on it; 0: nothing yet; undefined: there is no invoice of this key. @throws Error while that is unknown
   */
  received(key: string): Promise<bigint | undefined>
  /** The key of our invoice. */
  keyFor(invoice: string): Promise<string | undefined>
  /**
   * Amount of another institution's invoice; undefined: not a whole amount, or not an invoice. @throws Error while
   * that is unknown
   */
  amountIn(invoice: string): Promise<bigint | undefined>
}
