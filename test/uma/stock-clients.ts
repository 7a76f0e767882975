/** Third-party sending sides of UMA, unmodified: the public SDKs for JavaScript and Python. */
import { spawn } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { text } from 'node:stream/consumers'
import {
  getPayRequest,
  getPostTransactionCallback,
  getSignedLnurlpRequestUrl,
  InMemoryNonceValidator,
  KycStatus,
  LnurlpResponse,
  PayReqResponse,
  PubKeyResponse,
  verifyPayReqResponseSignature,
  verifyUmaLnurlpResponseSignature,
} from '@uma-sdk/core'

export interface KeyPair {
  readonly privateKey: string
  readonly publicKey: string
}

export function newCurveKeys(): KeyPair {
  const pair = createECDH('secp256k1')
  pair.generateKeys()
  return { privateKey: pair.getPrivateKey('hex').padStart(64, '0'), publicKey: pair.getPublicKey('hex') }
}

export interface Asked {
  readonly privateKey: string
  readonly sender: string
  readonly name: string
  readonly currency: string
  readonly amount: number
  /** Whether the amount names its currency; otherwise it is in units of the settled asset. */
  readonly inCurrency: boolean
  readonly major: number
  /** Absent: Lightning, which is UMA's default. */
  readonly layer?: string | undefined
  readonly comment?: string
  /** Keys and lookup answer of the receiver's institution, as received. */
  readonly keys: string
  readonly answer: string
}

/** A UMA sender. Each method throws when the other side's signature is invalid. */
export interface StockClient {
  /** @returns the address to call */
  lookup(said: { privateKey: string; receiver: string; domain: string; version?: string }): Promise<string>
  /** @returns the body of a pay request */
  request(said: Asked): Promise<string>
  /** @returns the invoice */
  agreed(said: { sender: string; receiver: string; keys: string; answer: string }): Promise<string>
  /** @returns the body of a post-transaction callback */
  callback(said: { privateKey: string; domain: string; invoice: string; amount: number }): Promise<string>
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const nonces = () => new InMemoryNonceValidator(Math.floor(Date.now() / 1000) - 300)

export const javaScript: StockClient = {
  lookup: async ({ privateKey, receiver, domain, version }) =>
    (
      await getSignedLnurlpRequestUrl({
        isSubjectToTravelRule: true,
        receiverAddress: receiver,
        senderVaspDomain: domain,
        signingPrivateKey: bytes(privateKey),
        ...(version !== undefined && { umaVersionOverride: version }),
      })
    ).href,
  async request(said) {
    const keys = PubKeyResponse.fromJson(said.keys)
    const answer = LnurlpResponse.fromJson(said.answer)
    if (!(await verifyUmaLnurlpResponseSignature(answer as never, keys, nonces())))
      throw new Error('not their signature')
    const { currency: assetIdentifier, layer } = said
    const made = await getPayRequest({
      receiverEncryptionPubKey: keys.getEncryptionPubKey(),
      sendingVaspPrivateKey: bytes(said.privateKey),
      receivingCurrencyCode: said.currency,
      amount: said.amount,
      isAmountInReceivingCurrency: said.inCurrency,
      payerIdentifier: said.sender,
      payerName: said.name,
      payerKycStatus: KycStatus.Verified,
      trInfo: 'whatever two institutions agreed on',
      umaMajorVersion: said.major,
      ...(said.comment !== undefined && { comment: said.comment }),
      ...(layer !== undefined && { settlement: { layer, assetIdentifier } }),
    })
    return made.toJsonString()
  },
  async agreed({ sender, receiver, keys, answer }) {
    const response = PayReqResponse.fromJson(answer)
    const theirs = PubKeyResponse.fromJson(keys)
    if (!(await verifyPayReqResponseSignature(response as never, sender, receiver, theirs, nonces())))
      throw new Error('not their signature')
    return response.pr
  },
  async callback({ privateKey, domain, invoice, amount }) {
    const made = await getPostTransactionCallback({
      utxos: [{ utxo: invoice, amountMsats: amount }],
      vaspDomain: domain,
      signingPrivateKey: bytes(privateKey),
    })
    return JSON.stringify(made)
  },
}

/** A Python that has the public SDK (PyPI: uma-sdk); without one its tests are skipped. */
export const PYTHON = process.env.CAUSEWAY_UMA_PYTHON

const inPython = async (command: object): Promise<string> => {
  const child = spawn(PYTHON as string, [new URL('stock_client.py', import.meta.url).pathname])
  child.stdin.end(JSON.stringify(command))
  const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (said === '') throw new Error(wrong)
  return JSON.parse(said)
}

export const python: StockClient = {
  lookup: (said) => inPython({ do: 'lookup', ...said }),
  request: (said) => inPython({ do: 'request', ...said }),
  agreed: (said) => inPython({ do: 'agreed', ...said }),
  callback: (said) => inPython({ do: 'callback', ...said }),
}
