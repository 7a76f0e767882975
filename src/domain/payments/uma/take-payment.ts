/** Acceptance of a payment that another institution announces: created once, however often it is announced. */
import { LIMITS } from '../../../../contract/limits.ts'
import { refuse, refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { AskedPayment } from '../../../providers/uma/port.ts'
import { claims } from '../../platform/claim.ts'
import { requiredCounterpartyFields } from '../../platform/limits.ts'
import { receivePayment } from '../transactions/receive-payment.ts'
import { type Transaction, transactions } from '../transactions/transaction.ts'
import { type HeardMessage, keepMessages } from './keep-messages.ts'

export interface Announced {
  readonly asked: AskedPayment
  readonly accountId: string
  /** Where the institution is to say that it has paid. */
  readonly callback: string
  readonly approveUnasked: boolean
  readonly messages: readonly HeardMessage[]
}

/** @throws Refusal MISSING_MANDATORY_USER_INFO, CONFLICT, and as `receivePayment` */
export function takePayment(
  rows: Rows,
  { asked, accountId, callback, approveUnasked, messages }: Announced,
): Transaction {
  const { institution, key, sender, currency, amount, payerData, comment } = asked
  const name = `uma-payment/${institution}/${key}`
  const held = rows.find(claims, name)
  if (held) {
    const payment = rows.get(transactions, held.holder)
    if (payment.receivedAmount !== amount || payment.destinationId !== `InternalAccount:${accountId}`)
      refuse('CONFLICT', 'Another payment was announced under this key')
    keepMessages(rows, payment.id, messages)
    return payment
  }
  const lacking = requiredCounterpartyFields(rows, currency).filter(
    ({ name, mandatory }) => mandatory && !payerData[name],
  )
  if (lacking.length > 0)
    refuseField('MISSING_MANDATORY_USER_INFO', 'payerData', `lacks ${lacking.map(({ name }) => name).join(', ')}`)
  const awaited = { institution, callback, referenceId: UUID.test(key) ? key : null }
  const payment = receivePayment(rows, {
    senderAddress: sender,
    accountId,
    amount,
    sender: payerData,
    approveUnasked,
    awaited,
    remittanceInformation: comment === undefined ? null : statementText(comment),
  })
  rows.add(claims, { name, holder: payment.id })
  keepMessages(rows, payment.id, messages)
  return payment
}

/** On one line, and of the length that statements have; null when nothing is left. */
const statementText = (comment: string): string | null =>
  comment
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LIMITS.remittance) || null

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
