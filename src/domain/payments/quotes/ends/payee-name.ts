/** Payee name for the person who signs: the receiver's name, and enough of the account to identify it. */
import { bareId } from '../../../../core/ids.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { customers } from '../../../customers/customer.ts'
import { platforms } from '../../../platform/platform.ts'
import { type ExternalAccount, externalAccounts } from '../../external-accounts/external-account.ts'
import type { Quote } from '../quote.ts'

type Payment = Pick<Quote, 'customerId' | 'destinationType' | 'destinationId' | 'destinationAccountId'>

/** Names come from third parties: shown on one line, without bidirectional control characters, and cut. */
const NAME_MAX = 100
/** Longer identifiers are Lightning invoices. */
const ADDRESS_MAX = 130

/** `María García (account ending 0719)`, `your own USD account`, `$bob@bank.example`. */
export function payeeName(rows: Rows, payment: Payment): string {
  if (payment.destinationType === 'UMA_ADDRESS') return payment.destinationId
  if (payment.destinationAccountId !== null)
    return internalPayee(rows, payment.destinationAccountId, payment.customerId)
  const account = rows.peek(externalAccounts, bareId(payment.destinationId))
  return account ? externalPayeeName(account) : payment.destinationId
}

function internalPayee(rows: Rows, accountId: string, payerId: string | null): string {
  const { customerId, currency } = rows.get(accounts, accountId)
  if (customerId !== null && customerId === payerId) return `your own ${currency} account`
  const name = customerId === null ? rows.peek(platforms, rows.platformId)?.name : customerName(rows, customerId)
  return name === undefined ? `a ${currency} account` : `${plain(name)} (${currency} account)`
}

function customerName(rows: Rows, customerId: string): string | undefined {
  const { fullName, businessInfo } = rows.peek(customers, customerId)?.profile ?? {}
  return fullName ?? businessInfo?.legalName
}

/** A bank account is identified by its owner and its last digits, a wallet only by the whole address. */
function externalPayeeName({ identifier, accountInfo, beneficiaryName }: ExternalAccount): string {
  const { beneficiary } = accountInfo as { beneficiary?: { fullName?: string; legalName?: string } }
  const name = beneficiaryName ?? beneficiary?.fullName ?? beneficiary?.legalName
  if (!beneficiary) return `the address ${shortened(identifier)}`
  const account = `account ${masked(identifier)}`
  return name === undefined ? `the ${account}` : `${plain(name)} (${account})`
}

/** `ending 0719`; of `maria.lopez@upi`, `m…@upi`. */
const masked = (identifier: string) =>
  identifier.includes('@')
    ? `${identifier.slice(0, 1)}…${identifier.slice(identifier.lastIndexOf('@'))}`
    : `ending ${identifier.slice(-4)}`

const shortened = (address: string) =>
  address.length <= ADDRESS_MAX ? address : `${address.slice(0, 20)}…${address.slice(-20)}`

const plain = (name: string) =>
  name
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)
