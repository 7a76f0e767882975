/** Acceptance of a payment that another institution announces: created once, however often it is announced. */
import { LIMITS } from '../../../../../contract/limits.ts'
import { refuse, refuseField } from '../../../../core/refusal.ts'
import { command } from '../../../../engine/command.ts'
import type { PaymentRequest } from '../../../../providers/uma/port.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { requiredCounterpartyFields } from '../../../platform/limits.ts'
import { claims } from '../../../platform/name-claim.ts'
import { receivePayment } from '../../transactions/receive-payment.ts'
import { type Transaction, transactions } from '../../transactions/transaction.ts'
import { storeMessages, type TimedMessage } from '../messages.ts'

export interface Announcement {
  readonly asked: PaymentRequest
  readonly accountId: string
  /** URL at which the institution must report that it has paid. */
  readonly callback: string
  readonly approveUnasked: boolean
  readonly messages: readonly TimedMessage[]
}

const paymentClaim = ({ institution, key }: PaymentRequest) => `uma-payment/${institution}/${key}`

/** @throws Refusal MISSING_MANDATORY_USER_INFO, CONFLICT, and as `receivePayment` */
export const acceptAnnouncement = command({
  reads: (_seen, { asked, accountId }: Announcement) => [
    [claims, paymentClaim(asked)],
    [accounts, accountId],
  ],
  run(rows, { asked, accountId, callback, approveUnasked, messages }): Transaction {
    const { institution, key, sender, currency, amount, payerData, comment } = asked
    const name = paymentClaim(asked)
    const held = rows.find(claims, name)
    if (held) {
      const payment = rows.get(transactions, held.holder)
      if (payment.receivedAmount !== amount || payment.destinationId !== `InternalAccount:${accountId}`)
        refuse('CONFLICT', 'Another payment was announced under this key')
      storeMessages(rows, payment.id, messages)
      return payment
    }
    const missing = requiredCounterpartyFields(rows, currency).filter(
      (field) => field.mandatory && !payerData[field.name],
    )
    if (missing.length > 0)
      refuseField('MISSING_MANDATORY_USER_INFO', 'payerData', `lacks ${missing.map((field) => field.name).join(', ')}`)
    const payment = receivePayment(rows, {
      senderAddress: sender,
      accountId,
      amount,
      sender: payerData,
      approveUnasked,
      awaited: { institution, callback, referenceId: UUID.test(key) ? key : null },
      remittanceInformation: comment === undefined ? null : statementText(comment),
    })
    rows.add(claims, { name, holder: payment.id })
    storeMessages(rows, payment.id, messages)
    return payment
  },
})

/** One line, truncated to the length of a statement text; null when nothing is left. */
const statementText = (comment: string): string | null =>
  comment
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LIMITS.remittance) || null

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
