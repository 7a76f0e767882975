/** Verification link use case: a page where the customer proves their identity. */
import type { Contract } from '../../../../contract/contract.ts'
import type { ReplyOf } from '../../../../contract/operation.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import { command } from '../../../engine/command.ts'
import type { OpenedKycPage } from '../../../providers/identity/port.ts'
import { customers } from '../customer.ts'

interface Link {
  readonly customerId: string
  /** Opened before the command. */
  readonly page: OpenedKycPage
}

/** @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED */
export const createCustomerKycLink = command({
  reads: (_seen, { customerId }: Link) => [[customers, customerId, 'peek']],
  run(rows, { customerId, page: { url, expiresAt, token } }): ReplyOf<Contract['createCustomerKycLink']> {
    const customer = rows.peek(customers, customerId)
    if (!customer) throw notFound('Customer')
    if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    return { kycUrl: url, expiresAt: isoTime(expiresAt), provider: 'SUMSUB', ...(token !== undefined && { token }) }
  },
})
