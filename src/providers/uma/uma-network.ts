/** Sending side of UMA: lookups at other institutions, and payments through them. */
import {
  getMajorVersion,
  getPayRequest,
  getSignablePostTransactionCallback,
  getSignedLnurlpRequestUrl,
  KycStatus,
  LnurlpResponse,
  MAJOR_VERSION,
  PayReqResponse,
  type PayRequest,
  type PostTransactionCallback,
  parseLnurlpRequest,
  signPayload,
  UmaError,
  uint8ArrayToHexString,
  verifyPayReqResponseSignature,
  verifyUmaLnurlpResponseSignature,
} from '@uma-sdk/core'
import { wallClock } from '../../core/clock.ts'
import { wireAmount } from '../../core/currency.ts'
import { Refusal, umaAddressNotFound } from '../../core/refusal.ts'
import { type Get, type Post, type PostReply, reasonOf } from '../../infra/egress/public-http.ts'
import { domainOf, type Institutions } from './institutions.ts'
import { complianceText, requiredFields } from './payer-data.ts'
import { type OnMessage, type Settlement, type Uma, UmaFault, type UmaKeys, type UmaPayment } from './port.ts'
import {
  exchangeWith,
  readableCallback,
  readableLookup,
  readablePayRequest,
  readablePayResponse,
  readableReceiver,
} from './readable.ts'
import {
  boundContents,
  boundNonce,
  isLightningInvoice,
  LAYER,
  LIGHTNING,
  LIGHTNING_ASSET,
  type SettlementLayer,
} from './settlement-layer.ts'
import type { Verify } from './verify.ts'

interface Needs {
  readonly keys: UmaKeys
  readonly institutions: Institutions
  readonly verify: Verify
  readonly get: Get
  readonly post: Post
  /** Whether Lightning invoices can be paid; then payments are settled by them where the other side offers it. */
  readonly settlesByInvoice: boolean
}

const JSON_TYPE = { 'content-type': 'application/json' }
const ASK_AGAIN_MS = 30_000
/** Final answer of the other side: the invoice was not paid and never will be. */
const INVOICE_DEAD = 'INVOICE_EXPIRED'

export function umaNetwork(needs: Needs): Uma {
  const settle: Uma['settle'] = async (payment, settlement, onMessage) => {
    const { sent, received } = exchangeWith(settlement.institution, onMessage)
    const callback = await signedCallback(needs, payment, settlement)
    sent('POST_TRANSACTION_CALLBACK', readableCallback(callback))
    const reply = await needs.post(settlement.callback, JSON.stringify(callback), JSON_TYPE).catch((error) => error)
    if (reply instanceof Error) {
      received('POST_TRANSACTION_RESPONSE', { error: reasonOf(reply) })
      return { state: 'IN_TRANSIT', askAgainInMs: ASK_AGAIN_MS }
    }
    received('POST_TRANSACTION_RESPONSE', { status: String(reply.status), ...faultIn(reply) })
    if (reply.status === 200 && isOk(reply)) return { state: 'DELIVERED' }
    if (faultIn(reply).code !== INVOICE_DEAD) return { state: 'IN_TRANSIT', askAgainInMs: ASK_AGAIN_MS }
    return { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' }
  }
  return {
    async lookup(receiver, sender) {
      const found = await findReceiver(needs, receiver, sender.address, () => {})
      return found?.receiver
    },
    async request(payment, onMessage) {
      const found = await findReceiver(needs, payment.receiver, payment.sender, onMessage)
      if (!found) throw umaAddressNotFound()
      return asRefusal('PAYREQ_REQUEST_FAILED', () => requestPayment(needs, payment, found, onMessage))
    },
    settle,
    ask: settle,
  }
}

async function findReceiver(needs: Needs, receiver: string, sender: string, onMessage: OnMessage) {
  return asRefusal('LNURLP_REQUEST_FAILED', async () => {
    const institution = domainOf(receiver)
    needs.institutions.refuseUnlessPartner(institution)
    const { sent, received } = exchangeWith(institution, onMessage)
    const url = await lookupUrl(needs, receiver, domainOf(sender))
    sent('LNURLP_REQUEST', readableLookup(parseLnurlpRequest(url)))
    const reply = await needs.get(url.href)
    if (reply.status !== 200) received('LNURLP_RESPONSE', { status: String(reply.status), ...faultIn(reply) })
    if (reply.status === 404) return undefined
    if (reply.status === 412) throw unsupported()
    refuseUnless(reply.status === 200, `it answered ${reply.status} ${faultIn(reply).reason ?? ''}`)

    const response = LnurlpResponse.fromJson(reply.body)
    refuseUnless(response.isUma(), 'it does not pay this address by UMA')
    if (getMajorVersion(response.umaVersion as string) !== MAJOR_VERSION) throw unsupported()
    await needs.verify(institution, (keys, nonces) => verifyUmaLnurlpResponseSignature(response, keys, nonces))
    refuseUnless(response.compliance?.receiverIdentifier.toLowerCase() === receiver, 'it answered for another address')
    const offered = (response.settlementOptions ?? []).map(({ settlementLayer }) => settlementLayer)
    const layer = ours(needs).find((one) => offered.includes(one))
    if (!layer) throw new Error('it offers no settlement layer that this installation supports')
    received('LNURLP_RESPONSE', readableReceiver(response))
    const currencies = (response.currencies ?? []).map(({ code, minSendable, maxSendable }) => ({
      code,
      min: Math.max(1, minSendable),
      max: maxSendable,
    }))
    return { receiver: { currencies, requiredPayerData: requiredFields(response.payerData ?? {}) }, response, layer }
  })
}

/** Layers that this installation settles by, in order of preference. */
const ours = ({ settlesByInvoice }: Needs): readonly SettlementLayer[] =>
  settlesByInvoice ? [LIGHTNING, LAYER] : [LAYER]

/** The SDK chooses plain http by the domain's name; the scheme is configured, so the origin is replaced. */
async function lookupUrl({ keys, institutions }: Needs, receiverAddress: string, vaspDomain: string): Promise<URL> {
  const signed = await getSignedLnurlpRequestUrl({
    isSubjectToTravelRule: true,
    receiverAddress,
    senderVaspDomain: vaspDomain,
    signingPrivateKey: keys.signing.privateKey,
  })
  return new URL(signed.pathname + signed.search, institutions.originOf(domainOf(receiverAddress)))
}

async function requestPayment(
  needs: Needs,
  payment: UmaPayment,
  { response: { callback, commentAllowed = 0 }, layer }: { response: LnurlpResponse; layer: SettlementLayer },
  onMessage: OnMessage,
): Promise<Settlement> {
  const institution = domainOf(payment.receiver)
  const origin = needs.institutions.originOf(institution)
  const { sent, received } = exchangeWith(institution, onMessage)
  refuseUnless(new URL(callback).origin === origin, 'its URL for pay requests is at another origin')
  const keys = await needs.institutions.keysOf(institution)
  // A comment that is too long for the other side is left out: half of a text could mean something else.
  const { remittanceInformation } = payment
  const comment = (remittanceInformation?.length ?? 0) <= commentAllowed ? remittanceInformation : undefined
  const request = await signedPayRequest(needs, payment, { encryptionKey: keys.getEncryptionPubKey(), comment, layer })
  sent('PAY_REQUEST', readablePayRequest(request, uint8ArrayToHexString(keys.getEncryptionPubKey())))
  const reply = await needs.post(callback, request.toJsonString(), JSON_TYPE)
  if (reply.status !== 200) received('PAY_RESPONSE', { status: String(reply.status), ...faultIn(reply) })
  refuseUnless(reply.status === 200, `it answered ${reply.status} ${faultIn(reply).reason ?? ''}`)

  const response = PayReqResponse.fromJson(reply.body)
  await needs.verify(institution, (theirs, nonces) =>
    verifyPayReqResponseSignature(response, payment.sender, payment.receiver, theirs, nonces),
  )
  received('PAY_RESPONSE', readablePayResponse(response))
  const { converted, pr: invoice } = response
  const settled = response.payeeData?.compliance?.utxoCallback
  refuseUnless(
    converted?.amount === wireAmount(payment.amount) &&
      converted.currencyCode === payment.currency &&
      converted.fee === 0,
    'it answered with another amount',
  )
  // An invoice that was not asked for would be paid, or one that was asked for settled by trust.
  refuseUnless(isLightningInvoice(invoice) === (layer === LIGHTNING), 'it answered with another kind of invoice')
  if (!settled || !URL.canParse(settled) || new URL(settled).origin !== origin)
    throw new Error('its URL for callbacks is at another origin')
  return { institution, invoice, callback: settled }
}

/** The SDK's request, with a nonce that commits to its contents. */
async function signedPayRequest(
  { keys }: Needs,
  payment: UmaPayment,
  terms: { encryptionKey: Uint8Array; comment: string | undefined; layer: SettlementLayer },
): Promise<PayRequest> {
  const { encryptionKey, comment, layer } = terms
  const amount = wireAmount(payment.amount)
  const made = await getPayRequest({
    receiverEncryptionPubKey: encryptionKey,
    sendingVaspPrivateKey: keys.signing.privateKey,
    receivingCurrencyCode: payment.currency,
    amount,
    isAmountInReceivingCurrency: true,
    payerIdentifier: payment.sender,
    payerKycStatus: KycStatus.Verified,
    trInfo: complianceText(payment),
    umaMajorVersion: MAJOR_VERSION,
    settlement: { layer, assetIdentifier: layer === LIGHTNING ? LIGHTNING_ASSET : payment.currency },
    ...(comment && { comment }),
  })
  const compliance = made.payerData?.compliance
  if (!compliance) throw new Error('The SDK made a pay request without compliance data')
  const { receiver, currency } = payment
  const encrypted = compliance.encryptedTravelRuleInfo
  compliance.signatureNonce = boundNonce(...boundContents({ receiver, amount, currency, encrypted, comment }))
  compliance.signature = await signPayload(made.signablePayload(), keys.signing.privateKey)
  return made
}

async function signedCallback({ keys }: Needs, { sender, amount }: UmaPayment, settlement: Settlement) {
  const utxo = { utxo: settlement.invoice, amountMsats: wireAmount(amount) }
  const callback: PostTransactionCallback = {
    utxos: [utxo],
    vaspDomain: domainOf(sender),
    signature: '',
    signatureNonce: boundNonce(settlement.callback, utxo.utxo, utxo.amountMsats),
    signatureTimestamp: Math.floor(wallClock() / 1000),
  }
  callback.signature = await signPayload(getSignablePostTransactionCallback(callback), keys.signing.privateKey)
  return callback
}

/** Turns every error of an exchange into a refusal with this code and one sentence. */
async function asRefusal<Result>(
  code: 'LNURLP_REQUEST_FAILED' | 'PAYREQ_REQUEST_FAILED',
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof UmaFault && error.code === 'COUNTERPARTY_PUBKEY_FETCH_ERROR')
      throw new Refusal(error.code, error.message)
    const known = error instanceof UmaError ? 'its answer is not valid UMA' : reasonOf(error)
    throw new Refusal(code, `The other institution could not be used: ${known}`)
  }
}

function refuseUnless(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

const unsupported = () =>
  new Refusal('UNSUPPORTED_UMA_VERSION', `The other institution does not support version ${MAJOR_VERSION} of UMA`)

/** An unrelated page would have status 200, too. */
const isOk = ({ body }: PostReply) => /^\s*\{\s*"status"\s*:\s*"OK"/.test(body)

/** Code and reason of an error in UMA's format. */
function faultIn({ body }: PostReply): { code?: string; reason?: string } {
  try {
    const { code, reason } = JSON.parse(body) as { code?: unknown; reason?: unknown }
    return {
      ...(typeof code === 'string' && { code: code.slice(0, 60) }),
      ...(typeof reason === 'string' && { reason: reason.slice(0, 200) }),
    }
  } catch {
    return {}
  }
}
