/** UMA messages for display: their fields, and for encrypted ones only the recipient. */
import type { LnurlpRequest, LnurlpResponse, PayReqResponse, PayRequest, PostTransactionCallback } from '@uma-sdk/core'
import { isoTime } from '../../core/time.ts'
import type { UmaMessage, UmaMessageKind } from './port.ts'

type Fields = UmaMessage['fields']

/** Enough of a key or signature to distinguish it from others. */
const short = (text: string | null | undefined): string =>
  !text ? 'none' : text.length <= 20 ? text : `${text.slice(0, 12)}…${text.slice(-4)}`

const signed = (nonce: string, seconds: number, signature: string | null | undefined): Fields => ({
  signedAt: isoTime(seconds * 1000),
  nonce: short(nonce),
  signature: short(signature),
})

/** Without the query, which may be long. */
const place = (url: string): string => url.split('?')[0] as string

export const readableLookup = ({
  receiverAddress,
  umaVersion,
  nonce,
  timestamp,
  signature,
}: LnurlpRequest): Fields => ({
  receiver: receiverAddress,
  umaVersion: umaVersion ?? 'none',
  ...signed(nonce ?? '', Math.floor((timestamp?.getTime() ?? 0) / 1000), signature),
})

export const readableReceiver = (response: LnurlpResponse): Fields => ({
  receiver: response.compliance?.receiverIdentifier ?? 'unknown',
  kycStatus: response.compliance?.kycStatus ?? 'unknown',
  currencies: (response.currencies ?? [])
    .map(({ code, minSendable, maxSendable }) => `${code} ${minSendable} to ${maxSendable}`)
    .join(', '),
  wants: Object.entries(response.payerData ?? {})
    .map(([name, option]) => `${name}${option?.mandatory ? '' : ' (optional)'}`)
    .join(', '),
  settlement: (response.settlementOptions ?? []).map(({ settlementLayer }) => settlementLayer).join(', '),
  umaVersion: response.umaVersion ?? 'none',
  ...signed(
    response.compliance?.signatureNonce ?? '',
    response.compliance?.signatureTimestamp ?? 0,
    response.compliance?.signature,
  ),
})

/** @param encryptedTo public key of the receiver's institution, hexadecimal */
export function readablePayRequest(request: PayRequest, encryptedTo: string): Fields {
  const compliance = request.payerData?.compliance
  const encrypted = compliance?.encryptedTravelRuleInfo
  return {
    sender: request.payerData?.identifier ?? 'unknown',
    kycStatus: compliance?.kycStatus ?? 'unknown',
    amount: String(request.amount),
    currency: request.receivingCurrencyCode ?? 'unknown',
    settlement: request.settlement?.layer ?? 'none',
    complianceData: encrypted ? `${encrypted.length / 2} bytes, encrypted to ${short(encryptedTo)}` : 'none',
    ...signed(compliance?.signatureNonce ?? '', compliance?.signatureTimestamp ?? 0, compliance?.signature),
  }
}

export function readablePayResponse({ pr, converted, payeeData }: PayReqResponse): Fields {
  const compliance = payeeData?.compliance
  return {
    receiver: String(payeeData?.identifier ?? 'unknown'),
    invoice: pr,
    amount: String(converted?.amount ?? 'unknown'),
    currency: converted?.currencyCode ?? 'unknown',
    fee: String(converted?.fee ?? 0),
    callback: place(compliance?.utxoCallback ?? 'none'),
    ...signed(compliance?.signatureNonce ?? '', compliance?.signatureTimestamp ?? 0, compliance?.signature),
  }
}

export const readableCallback = ({
  utxos,
  vaspDomain,
  signatureNonce,
  signatureTimestamp,
  signature,
}: PostTransactionCallback): Fields => ({
  from: vaspDomain,
  invoice: utxos[0]?.utxo ?? 'none',
  amount: String(utxos[0]?.amountMsats ?? 0),
  ...signed(signatureNonce, signatureTimestamp, signature),
})

/** Recorders of the messages that are exchanged with one institution. */
export const exchangeWith = (institution: string, onMessage: (message: UmaMessage) => void) => ({
  sent: (kind: UmaMessageKind, fields: Fields) => onMessage({ direction: 'SENT', kind, institution, fields }),
  received: (kind: UmaMessageKind, fields: Fields) => onMessage({ direction: 'RECEIVED', kind, institution, fields }),
})
