/** Simulated payment instructions: account numbers and addresses derived from the payee's id. They belong to no bank and no chain. */
import { createHash } from 'node:crypto'
import {
  type InstructionType,
  instructionTypesOn,
  type PaymentInstructions,
} from '../../../contract/accounts/instruction-types.ts'
import { accountExamples } from '../../../contract/payments/external-accounts/account-examples.ts'
import {
  type ExternalAccountCreateInfo,
  railsOf,
  type AccountType as WireAccountType,
} from '../../../contract/payments/external-accounts/account-types.ts'
import type { FundingPayee } from './port.ts'

type AccountInfo = PaymentInstructions['accountOrWalletInfo']
type Payee = Pick<FundingPayee, 'id' | 'currency'>

/** Characters of an alphabet, derived from the account and a purpose: always the same, different for each account. */
function characters(account: Payee, purpose: string, count: number, alphabet: string): string {
  let bytes = Buffer.alloc(0)
  for (let i = 0; bytes.length < count; i++)
    bytes = Buffer.concat([bytes, createHash('sha256').update(`${account.id}/${purpose}/${i}`).digest()])
  return [...bytes.subarray(0, count)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

const DIGITS = '0123456789'
const HEX = '0123456789abcdef'
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const makers: { readonly [Type in string]?: (account: Payee, reference: string) => AccountInfo } = {
  USD_ACCOUNT: (account, reference) => ({
    accountType: 'USD_ACCOUNT',
    accountNumber: characters(account, 'usd', 12, DIGITS),
    routingNumber: '021000021',
    bankName: 'Causeway Sandbox Bank',
    paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    reference,
  }),
  EUR_ACCOUNT: (account, reference) => ({
    accountType: 'EUR_ACCOUNT',
    iban: `DE${characters(account, 'eur', 20, DIGITS)}`,
    swiftCode: 'CAUSDEFFXXX',
    paymentRails: ['SEPA', 'SEPA_INSTANT'],
    reference,
  }),
  GBP_ACCOUNT: (account, reference) => ({
    accountType: 'GBP_ACCOUNT',
    sortCode: '200000',
    accountNumber: characters(account, 'gbp', 8, DIGITS),
    paymentRails: ['FASTER_PAYMENTS'],
    reference,
  }),
  MXN_ACCOUNT: (account, reference) => ({
    accountType: 'MXN_ACCOUNT',
    clabeNumber: `646${characters(account, 'mxn', 15, DIGITS)}`,
    paymentRails: ['SPEI'],
    reference,
  }),
  BRL_ACCOUNT: (_account, reference) => ({
    accountType: 'BRL_ACCOUNT',
    qrCode: `00020126causeway.pix${reference}5802BR`,
  }),
  INR_ACCOUNT: (account) => ({
    accountType: 'INR_ACCOUNT',
    vpa: `fund.${characters(account, 'inr', 12, DIGITS)}@causeway`,
    paymentRails: ['UPI'],
  }),
  SPARK_WALLET: (account) => ({
    accountType: 'SPARK_WALLET',
    address: `spark1${characters(account, 'spark', 62, BECH32)}`,
    assetType: account.currency === 'BTC' ? 'BTC' : 'USDB',
  }),
  LIGHTNING: (account) => ({
    accountType: 'LIGHTNING',
    invoice: `lnbc1${characters(account, 'lightning', 120, BECH32)}`,
  }),
  SOLANA_WALLET: (account) => ({
    accountType: 'SOLANA_WALLET',
    address: characters(account, 'solana', 44, BASE58),
    assetType: account.currency === 'USDT' ? 'USDT' : 'USDC',
  }),
  BASE_WALLET: (account) => ({
    accountType: 'BASE_WALLET',
    address: `0x${characters(account, 'evm', 40, HEX)}`,
    assetType: 'USDC',
  }),
  POLYGON_WALLET: (account) => ({
    accountType: 'POLYGON_WALLET',
    address: `0x${characters(account, 'evm', 40, HEX)}`,
    assetType: 'USDC',
  }),
  ETHEREUM_WALLET: (account) => ({
    accountType: 'ETHEREUM_WALLET',
    address: `0x${characters(account, 'evm', 40, HEX)}`,
    assetType: 'USDC',
  }),
  ARS_ACCOUNT: (account) => ({ accountType: 'ARS_ACCOUNT', accountNumber: characters(account, 'ars', 22, DIGITS) }),
  COP_ACCOUNT: (account) => ({
    accountType: 'COP_ACCOUNT',
    paymentUrl: `https://pay.causeway.example/cop/${account.id}`,
  }),
  TRON_WALLET: (account) => ({
    accountType: 'TRON_WALLET',
    address: `T${characters(account, 'tron', 33, BASE58)}`,
    assetType: 'USDT',
  }),
}

/** The example of an account type with other digits: of the same form, different for each payee. */
function plainInfo(payee: Payee, accountType: WireAccountType, reference: string): AccountInfo {
  const [example] = accountExamples(accountType)
  const { beneficiary: _, accountType: __, rail: ___, ...named } = example as Record<string, unknown>
  const own = Object.fromEntries(
    Object.entries(named).map(([name, value]) => {
      const text = String(value)
      return [
        name,
        text.slice(0, PREFIX) +
          text
            .slice(PREFIX)
            .replace(/\d/g, (_digit, at: number) => characters(payee, `${accountType}/${name}/${at}`, 1, DIGITS)),
      ]
    }),
  )
  const holder = accountType === 'SWIFT_ACCOUNT' ? { accountHolderName: 'Causeway Sandbox FBO' } : {}
  return { accountType, ...own, ...holder, paymentRails: railsOf(example as ExternalAccountCreateInfo), reference }
}
/** Leading characters that stay as in the example: country and check digits. */
const PREFIX = 5

/** Instructions of these types. @param reference must accompany a bank payment */
function instructionsFor(payee: Payee, types: readonly InstructionType[], reference: string): PaymentInstructions[] {
  return types.flatMap((type) => {
    const info = makers[type]?.(payee, reference) ?? plainInfo(payee, type as WireAccountType, reference)
    const notes =
      'reference' in info
        ? { instructionsNotes: 'Include the reference in the payment, so that it can be matched' }
        : {}
    return [{ accountOrWalletInfo: info, ...notes }]
  })
}

const known = new Map<string, readonly PaymentInstructions[]>()
const KNOWN_MAX = 20_000

/** An account is shown often, so its instructions are kept; a quote stores its own. */
export function sandboxInstructions(payee: FundingPayee): readonly PaymentInstructions[] {
  const { kind, id, currency, cryptoNetwork, reference } = payee
  const types = instructionTypesOn(currency, cryptoNetwork)
  if (kind === 'QUOTE') return instructionsFor(payee, types, reference)
  const earlier = known.get(id)
  if (earlier) return earlier
  const made = instructionsFor(payee, types, `FUND-${id.replaceAll('-', '').slice(-10).toUpperCase()}`)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(id, made)
  return made
}
