/**
 * Recipient of a Lightning payout: the invoice that is paid, stored in the account or issued by its Lightning address.
 */
import { createHash } from 'node:crypto'
import { EgressRefused, type Get } from '../../../infra/egress/public-http.ts'
import type { Lnd } from './lnd.ts'
import { type DecodedInvoice, decodeInvoice } from './node.ts'

/** Why nothing can be paid to a recipient; proved before anything was handed to the node. */
export interface RecipientFault {
  readonly fault: string
}

/** Whether the recipient is an offer (BOLT 12), which LND cannot pay. */
export const isOffer = (recipient: string): boolean => /^lno1/.test(recipient)
const isAddress = (recipient: string): boolean => recipient.includes('@')

interface Asked {
  readonly recipient: string
  /** Satoshis. */
  readonly amount: bigint
  /** Public key of our node. */
  readonly node: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * The invoice to be paid. For a Lightning address each call gets another one, so the caller stores the first.
 * @throws Error while that is unknown: the node or the address's service does not answer
 */
export async function invoiceToPay(lnd: Lnd, get: Get, asked: Asked): Promise<DecodedInvoice | RecipientFault> {
  const { recipient, amount } = asked
  if (isOffer(recipient)) return { fault: 'Offers (BOLT 12) cannot be paid by LND' }
  const given = isAddress(recipient) ? await invoiceFor(get, recipient, amount) : { invoice: recipient }
  if ('fault' in given) return given
  const decoded = await decodeInvoice(lnd, given.invoice.toLowerCase())
  if (!decoded) return { fault: 'The invoice is not valid on this network' }
  const fault = invoiceFault(decoded, asked) ?? ('metadata' in given ? addressFault(decoded, given) : undefined)
  return fault === undefined ? decoded : { fault }
}

/** Why an invoice cannot be paid by a payout of this amount. @param amount satoshis; undefined: any */
export function invoiceFault(
  { destination, amountMsat, expiresAt }: DecodedInvoice,
  { node, amount, now }: Pick<Asked, 'node' | 'now'> & { readonly amount?: bigint },
): string | undefined {
  if (destination === node) return 'The invoice is our own: its payee is an account of this installation'
  if (expiresAt <= now) return 'The invoice has expired'
  if (amount !== undefined && amountMsat !== 0n && amountMsat !== amount * 1_000n)
    return `The invoice asks for ${amountMsat} millisatoshis, and the payout is ${amount * 1_000n}`
  return undefined
}

interface GivenInvoice {
  readonly invoice: string
  /** As its service published it; the invoice commits to it. */
  readonly metadata: string
}

/** LUD-06: the invoice of an address has the amount, and commits to the metadata. Some services omit the hash. */
function addressFault({ amountMsat, descriptionHash }: DecodedInvoice, { metadata }: GivenInvoice): string | undefined {
  if (amountMsat === 0n) return "The Lightning address's invoice has no amount"
  const hash = createHash('sha256').update(metadata).digest('hex')
  return descriptionHash !== '' && descriptionHash !== hash
    ? "The Lightning address's invoice is for something else than the address"
    : undefined
}

/** Asks the service of a Lightning address for an invoice (LUD-16, LUD-06). @param amount satoshis */
async function invoiceFor(get: Get, address: string, amount: bigint): Promise<GivenInvoice | RecipientFault> {
  const [name = '', domain = ''] = address.toLowerCase().split('@')
  const offer = await askService(get, `https://${domain}/.well-known/lnurlp/${encodeURIComponent(name)}`)
  if ('fault' in offer) return offer
  const { callback, minSendable, maxSendable, metadata, tag } = offer.body
  if (tag !== 'payRequest' || typeof callback !== 'string' || typeof metadata !== 'string' || !URL.canParse(callback))
    return { fault: 'The Lightning address cannot be paid' }
  const msat = amount * 1_000n
  if (!(msat >= Number(minSendable) && msat <= Number(maxSendable)))
    return { fault: `The Lightning address takes ${minSendable} to ${maxSendable} millisatoshis` }
  const url = new URL(callback)
  url.searchParams.set('amount', String(msat))
  const answer = await askService(get, url.href)
  if ('fault' in answer) return answer
  const { pr } = answer.body
  return typeof pr === 'string' && /^ln[0-9a-z]{10,4000}$/i.test(pr)
    ? { invoice: pr, metadata }
    : { fault: 'The Lightning address gives no invoice' }
}

type Answer = { readonly body: Readonly<Record<string, unknown>> } | RecipientFault

/** @throws Error when the service does not answer */
async function askService(get: Get, url: string): Promise<Answer> {
  const refused = (error: unknown): never | { readonly status: number; readonly body: string } => {
    if (error instanceof EgressRefused) return { status: 400, body: '' }
    throw error
  }
  const { status, body } = await get(url).catch(refused)
  if (status >= 500 || status === 429) throw new Error(`The service of a Lightning address answered ${status}`)
  const answer = jsonIn(body)
  if (status !== 200 || !answer || answer.status === 'ERROR') return { fault: 'The Lightning address does not exist' }
  return { body: answer }
}

function jsonIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
