/** Receiving side of UMA: verifies messages of other institutions, and signs the replies. */
import {
  Currency,
  getLnurlpResponse,
  getMajorVersion,
  getPayReqResponse,
  isLnurlpRequestForUma,
  KycStatus,
  MAJOR_VERSION,
  PayRequest,
  PubKeyResponse,
  parseLnurlpRequest,
  parsePostTransactionCallback,
  UnsupportedVersionError,
  uint8ArrayToHexString,
  verifyPayReqSignature,
  verifyPostTransactionCallbackSignature,
  verifyUmaLnurlpQuerySignature,
} from '@uma-sdk/core'
import { CURRENCIES, isKnownCurrency } from '../../../contract/currencies.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { domainOf, type Institutions } from './institutions.ts'
import { askedOptions, pairFor, readCompliance, readPayer } from './payer-data.ts'
import { type LookupAnswer, UmaFault, type UmaInbound, type UmaKeys } from './port.ts'
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
  isBound,
  LAYER,
  LIGHTNING,
  LIGHTNING_ASSET,
  looksBound,
  type SettlementLayer,
} from './settlement-layer.ts'
import type { Verify } from './verify.ts'

interface Needs {
  readonly keys: UmaKeys
  readonly institutions: Institutions
  readonly verify: Verify
  /** Whether Lightning invoices can be given; then they are offered beside settlement by callback. */
  readonly settlesByInvoice: boolean
}

const hex = uint8ArrayToHexString

export const umaInbound = (needs: Needs): UmaInbound => ({
  // No certificate chains: the SDK writes the signing chain in place of the encryption chain.
  publicKeys: () =>
    new PubKeyResponse(
      undefined,
      undefined,
      hex(needs.keys.signing.publicKey),
      hex(needs.keys.encryption.publicKey),
      Math.floor(needs.keys.cacheableUntil / 1000),
    ).toJsonString(),
  lookup: (url, decide, onMessage) => answerLookup(needs, url, decide, onMessage),
  pay: (body, receiver, decide, onMessage) => answerPayRequest(needs, body, receiver, decide, onMessage),
  settled: (body, url, decide, onMessage) => answerCallback(needs, body, url, decide, onMessage),
})

async function answerLookup(
  { keys, institutions, verify, settlesByInvoice }: Needs,
  ...[url, decide, onMessage]: Parameters<UmaInbound['lookup']>
): Promise<string> {
  refuseOtherVersions(url.searchParams.get('umaVersion'))
  const request = parseLnurlpRequest(url)
  if (!isLnurlpRequestForUma(request))
    throw new UmaFault('NON_UMA_LNURL_NOT_SUPPORTED', 'Addresses of this institution are paid by UMA only')
  const institution = request.vaspDomain.toLowerCase()
  institutions.refuseUnlessPartner(institution)
  await verify(institution, (theirs, nonces) => verifyUmaLnurlpQuerySignature(request, theirs, nonces))
  const { sent, received } = exchangeWith(institution, onMessage)
  received('LNURLP_REQUEST', readableLookup(request))

  const { currencies, requiredPayerData, callback } = await decide({ institution })
  const sats = boundsInSats(currencies)
  const response = await getLnurlpResponse({
    request,
    privateKeyBytes: keys.signing.privateKey,
    requiresTravelRuleInfo: true,
    callback: '',
    encodedMetadata: metadataOf(request.receiverAddress),
    minSendableSats: sats.min,
    maxSendableSats: sats.max,
    commentCharsAllowed: LIMITS.remittance,
    payerDataOptions: askedOptions(requiredPayerData),
    currencyOptions: currencies.map(
      (c) => new Currency(c.code, c.name, c.symbol, c.multiplier, c.min, c.max, c.decimals),
    ),
    receiverKycStatus: KycStatus.Verified,
    settlementOptions: settlementOptions(currencies, settlesByInvoice),
  })
  sent('LNURLP_RESPONSE', readableReceiver(response))
  response.callback = callback()
  return response.toJsonString()
}

async function answerPayRequest(
  { keys, institutions, verify, settlesByInvoice }: Needs,
  ...[body, receiver, decide, onMessage]: Parameters<UmaInbound['pay']>
): Promise<string> {
  const request = PayRequest.parse(body)
  if (request.umaMajorVersion !== MAJOR_VERSION)
    throw new UnsupportedVersionError(`${request.umaMajorVersion}.x`, [MAJOR_VERSION])
  if (!request.isUma())
    throw new UmaFault('MISSING_REQUIRED_UMA_PARAMETERS', 'A pay request must have compliance data and a currency')
  const { amount, receivingCurrencyCode: currency, payerData, comment } = request
  const { identifier: sender = '', compliance } = payerData
  const institution = domainOf(sender)
  institutions.refuseUnlessPartner(institution)
  const isByInvoice = settlementIn(request, settlesByInvoice) === LIGHTNING
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new UmaFault('AMOUNT_OUT_OF_RANGE', 'The amount must be a positive integer')
  const { encryptedTravelRuleInfo: encrypted, signatureNonce: nonce = '' } = compliance ?? {}
  if (looksBound(nonce) && !isBound(nonce, ...boundContents({ receiver, amount, currency, encrypted, comment })))
    throw new UmaFault('INVALID_SIGNATURE', 'The signature does not cover the contents of the request')
  await verify(institution, (theirs, nonces) => verifyPayReqSignature(request, theirs, nonces))
  const { sent, received } = exchangeWith(institution, onMessage)
  const pair = encrypted ? pairFor(encrypted, keys) : keys.encryption
  received('PAY_REQUEST', readablePayRequest(request, hex(pair.publicKey)))
  const ours = encrypted ? readCompliance(encrypted, pair.privateKey) : undefined
  // Another implementation names no payment: each of its requests is one, and its nonce is accepted once.
  const disclosed = ours ?? { key: `nonce:${nonce}`, payerData: readPayer(payerData) }

  const {
    invoice,
    callback,
    multiplier = 1,
  } = await decide({
    ...disclosed,
    isByInvoice,
    institution,
    sender: sender.toLowerCase(),
    currency,
    amount: BigInt(amount),
    ...(comment && { comment }),
  })
  const response = await getPayReqResponse({
    request,
    metadata: metadataOf(receiver),
    invoiceCreator: { createUmaInvoice: async () => invoice },
    conversionRate: multiplier,
    receivingCurrencyCode: currency,
    receivingCurrencyDecimals: isKnownCurrency(currency) ? CURRENCIES[currency].decimals : 0,
    receiverChannelUtxos: [],
    receiverFeesMillisats: 0,
    utxoCallback: callback,
    payeeData: { identifier: receiver },
    receivingVaspPrivateKey: keys.signing.privateKey,
    payeeIdentifier: receiver,
    disposable: false,
  })
  sent('PAY_RESPONSE', readablePayResponse(response))
  return response.toJsonString()
}

async function answerCallback(
  { institutions, verify }: Needs,
  ...[body, url, decide, onMessage]: Parameters<UmaInbound['settled']>
): Promise<string> {
  const callback = parsePostTransactionCallback(JSON.stringify(body))
  const institution = callback.vaspDomain.toLowerCase()
  institutions.refuseUnlessPartner(institution)
  const [paid, ...others] = callback.utxos
  if (!paid || others.length > 0 || !Number.isSafeInteger(paid.amountMsats))
    throw new UmaFault('PARSE_UTXO_CALLBACK_ERROR', 'The callback must name one invoice and the amount paid')
  if (!isBound(callback.signatureNonce, url, paid.utxo, paid.amountMsats))
    throw new UmaFault('INVALID_SIGNATURE', 'The signature does not cover the contents of the callback')
  await verify(institution, (theirs, nonces) => verifyPostTransactionCallbackSignature(callback, theirs, nonces))
  const { sent, received } = exchangeWith(institution, onMessage)
  received('POST_TRANSACTION_CALLBACK', readableCallback(callback))
  await decide({ institution, invoice: paid.utxo, amount: BigInt(paid.amountMsats) })
  sent('POST_TRANSACTION_RESPONSE', { status: 'OK' })
  return JSON.stringify({ status: 'OK' })
}

/** Every unsupported version gets the same reply, which names the supported one. */
function refuseOtherVersions(version: string | null): void {
  if (version === null) return
  if (!/^\d{1,4}\.\d{1,4}$/.test(version))
    throw new UmaFault('INVALID_INPUT', 'umaVersion must be a version such as 1.0')
  if (getMajorVersion(version) !== MAJOR_VERSION) throw new UnsupportedVersionError(version, [MAJOR_VERSION])
}

const settlementOptions = (currencies: LookupAnswer['currencies'], settlesByInvoice: boolean) => [
  {
    settlementLayer: LAYER,
    assets: currencies.map(({ code }) => ({ identifier: code, multipliers: { [code]: 1 } })),
  },
  ...(settlesByInvoice
    ? [
        {
          settlementLayer: LIGHTNING,
          assets: [
            {
              identifier: LIGHTNING_ASSET,
              multipliers: Object.fromEntries(currencies.map(({ code, multiplier }) => [code, multiplier])),
            },
          ],
        },
      ]
    : []),
]

/** A request that names no settlement layer means Lightning; an amount without a currency is in the settled asset. */
function settlementIn(
  { settlement, receivingCurrencyCode, sendingAmountCurrencyCode }: PayRequest,
  settlesByInvoice: boolean,
): SettlementLayer {
  const layer = settlement?.layer ?? LIGHTNING
  const isByInvoice = layer === LIGHTNING && settlesByInvoice
  if (layer !== LAYER && !isByInvoice)
    throw new UmaFault(
      'NOT_IMPLEMENTED',
      `The settlement layer "${layer}" is not supported; the lookup offers "${LAYER}"`,
    )
  const asset = settlement?.assetIdentifier ?? LIGHTNING_ASSET
  if (isByInvoice && asset !== LIGHTNING_ASSET)
    throw new UmaFault('INVALID_CURRENCY', `The settled asset must be ${LIGHTNING_ASSET}`)
  if (isByInvoice && sendingAmountCurrencyCode === undefined)
    throw new UmaFault('INVALID_CURRENCY', 'The amount must be in the currency of the receiver')
  if (!isByInvoice && asset !== receivingCurrencyCode)
    throw new UmaFault('INVALID_CURRENCY', 'The settled asset must be the currency of the receiver')
  if (sendingAmountCurrencyCode !== undefined && sendingAmountCurrencyCode !== receivingCurrencyCode)
    throw new UmaFault('INVALID_CURRENCY', 'The amount must be in the currency of the receiver')
  return layer
}

const metadataOf = (receiver: string) =>
  JSON.stringify([
    ['text/plain', `Pay ${receiver}`],
    ['text/identifier', receiver],
  ])

/** LNURL has one pair of limits for all currencies. */
function boundsInSats(currencies: LookupAnswer['currencies']): { min: number; max: number } {
  const sats = (amount: number, multiplier: number) => Math.max(1, Math.floor((amount * multiplier) / 1000))
  return {
    min: Math.min(...currencies.map(({ min, multiplier }) => sats(min, multiplier))),
    max: Math.max(...currencies.map(({ max, multiplier }) => sats(max, multiplier))),
  }
}
