/** Replies of the fake LND: its records, and the JSON of these and of errors in its REST gateway. */
import { createHash, randomBytes } from 'node:crypto'

/** Outcome of a payment: immediate, or (HELD) when the test decides. */
export type Fate = 'SUCCEEDED' | 'FAILED' | 'HELD'

export interface Invoice {
  readonly request: string
  readonly destination: string
  readonly preimage: Buffer
  readonly hash: string
  readonly msat: bigint
  readonly createdAt: number
  readonly expiry: number
  readonly descriptionHash: string
  fate: Fate
  /** Routing fee to its payee, in millisatoshis. */
  readonly feeMsat: bigint
}
export interface OwnInvoice extends Invoice {
  readonly addIndex: number
  settleIndex: number
  paidMsat: bigint
}
export interface Payment {
  readonly index: number
  readonly invoice: Invoice
  /** Amount that the recipient gets. */
  readonly msat: bigint
  status: 'IN_FLIGHT' | 'SUCCEEDED' | 'FAILED'
  readonly watchers: Set<() => void>
}

/** An error reply of the REST gateway: HTTP status and code of gRPC. */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
export const refused = (message: string) => new Refused(500, 2, message)

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

export const wirePayment = ({ invoice, index }: Payment, status: string) => ({
  payment_hash: invoice.hash,
  status,
  payment_preimage: status === 'SUCCEEDED' ? invoice.preimage.toString('hex') : '00'.repeat(32),
  fee_msat: status === 'SUCCEEDED' ? `${invoice.feeMsat}` : '0',
  payment_index: `${index}`,
  failure_reason: status === 'FAILED' ? 'FAILURE_REASON_NO_ROUTE' : 'FAILURE_REASON_NONE',
})

export const wireInvoice = ({ hash, settleIndex, paidMsat, createdAt }: OwnInvoice) => ({
  r_hash: base64(hash),
  state: settleIndex > 0 ? 'SETTLED' : 'OPEN',
  settle_index: `${settleIndex}`,
  settle_date: `${createdAt}`,
  amt_paid_msat: `${paidMsat}`,
})

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** An invoice with its own preimage. Its text is random, not a BOLT 11 invoice. @param at milliseconds since 1970 */
export function newInvoice(
  at: number,
  given: Pick<Invoice, 'msat' | 'expiry' | 'destination' | 'fate'> & { description: string; feeMsat?: bigint },
) {
  const preimage = randomBytes(32)
  const hash = sha256(preimage)
  const amount = given.msat === 0n ? '' : `${given.msat / 100n}n`
  const data = [...randomBytes(100)].map((byte) => BECH32[byte % 32]).join('')
  const descriptionHash = given.description === '' ? '' : sha256(Buffer.from(given.description))
  const { msat, expiry, destination, fate, feeMsat = 1_000n } = given
  const createdAt = Math.floor(at / 1_000)
  return {
    request: `lnbcrt${amount}1${data}`,
    preimage,
    hash,
    msat,
    expiry,
    destination,
    fate,
    feeMsat,
    createdAt,
    descriptionHash,
  }
}
