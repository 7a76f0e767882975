/** Description of an action in words. */
import type { Party } from '../../../../contract/accounts/parties.ts'
import type { AgentAction } from '../../../../contract/agents/agent-actions.ts'
import type { CurrencyAmount } from '../../../../contract/elements.ts'
import { amountText, decimalsOf } from '../../format/currency.ts'

export interface ActionWords {
  readonly from: string
  readonly to: string
  /** Detail that distinguishes the account from others of that name. */
  readonly toDetail?: string | undefined
  /** Absent: no money moves, and `to` is a payee that is to be added. */
  readonly takes?: CurrencyAmount | undefined
  /** In the other currency; absent: the same amount arrives. */
  readonly gives?: CurrencyAmount | undefined
}

/** Ids of the accounts involved, to look up their names. */
export function accountsOf({ quote, transferDetails, externalAccount }: AgentAction): string[] {
  const ends = quote
    ? [quote.source, quote.destination].flatMap((end) => ('accountId' in end ? [end.accountId] : []))
    : [transferDetails?.sourceAccountId, transferDetails?.destinationAccountId, externalAccount?.id]
  return ends.filter((id) => id !== undefined)
}

export const allAccountsOf = (actions: readonly AgentAction[]): string[] =>
  [...new Set(actions.flatMap(accountsOf))].sort()

export function describeAction(action: AgentAction, parties: readonly Party[]): ActionWords {
  const { quote, transferDetails } = action
  const called = (id: string | undefined) => {
    const party = parties.find((one) => one.id === id)
    return { name: party?.name ?? '…', detail: party?.detail }
  }
  if (quote) {
    const { destination, totalSendingAmount, sendingCurrency, totalReceivingAmount, receivingCurrency } = quote
    const to =
      'accountId' in destination
        ? called(destination.accountId)
        : { name: 'umaAddress' in destination ? destination.umaAddress : 'Outside', detail: undefined }
    const isSame = sendingCurrency.code === receivingCurrency.code
    return {
      from: called('accountId' in quote.source ? quote.source.accountId : undefined).detail ?? 'Outside',
      to: to.name,
      toDetail: to.detail,
      takes: { amount: totalSendingAmount, currency: sendingCurrency },
      ...(!(isSame && totalSendingAmount === totalReceivingAmount) && {
        gives: { amount: totalReceivingAmount, currency: receivingCurrency },
      }),
    }
  }
  if (action.externalAccount) {
    const { name, detail } = called(action.externalAccount.id)
    return { from: 'New payee', to: name, toDetail: detail }
  }
  const code = transferDetails?.currency ?? ''
  const [source, destination] = [
    called(transferDetails?.sourceAccountId),
    called(transferDetails?.destinationAccountId),
  ]
  return {
    from: action.type === 'TRANSFER_IN' ? source.name : (source.detail ?? '…'),
    to: action.type === 'TRANSFER_IN' ? (destination.detail ?? '…') : destination.name,
    toDetail: action.type === 'TRANSFER_IN' ? undefined : destination.detail,
    takes: {
      amount: transferDetails?.amount ?? 0,
      currency: { code, name: code, symbol: code, decimals: decimalsOf(code) },
    },
  }
}

/** Subject of the action, in one line. */
export const headlineOf = ({ takes, to }: ActionWords): string =>
  takes ? `${amountText(takes.amount, takes.currency.code)} to ${to}` : `New payee: ${to}`

const STATUS_WORDS: Readonly<Record<AgentAction['status'], string>> = {
  PENDING_APPROVAL: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  FAILED: 'Failed',
}

/** Status for display: an action that was executed without approval is not shown as approved. */
export const statusOf = ({ status, approvalRule }: AgentAction): string =>
  status === 'APPROVED' && !approvalRule ? 'Done' : STATUS_WORDS[status]
