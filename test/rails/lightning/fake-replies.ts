/** Replies of the fake LND: what it keeps, and how its REST gateway writes that and its errors. */
import { createHash, randomBytes } from 'node:crypto'

/** Outcome of a payment: immediately, or (HELD) when the test says. */
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
  /** What routing to it costs, in millisatoshis. */
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
  /** What the recipient gets. */
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

/** An invoice with its own preimage; not a real one: the data are random. @param at milliseconds since 1970 */
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
