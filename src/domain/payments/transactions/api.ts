/** Handlers of the transaction and transfer operations. */
import { bareId } from '../../../core/ids.ts'
import { refuseField } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type HandlersOf, showing, showingPrepared } from '../../../infra/operations/handlers.ts'
import type { Rails } from '../../../providers/rails/port.ts'
import { approvePendingPayment, rejectPendingPayment } from './decide-approval.ts'
import { getTransactionById, listTransactions } from './queries.ts'
import { presentIncoming, presentOutgoing, presentTransaction, transactions } from './transaction.ts'
import { createTransferIn } from './transfers/create-transfer-in.ts'
import { createTransferOut } from './transfers/create-transfer-out.ts'
import { vetTransfer } from './transfers/vet-transfer.ts'

type Ids =
  | 'listTransactions'
  | 'getTransactionById'
  | 'createTransferIn'
  | 'createTransferOut'
  | 'approvePendingPayment'
  | 'rejectPendingPayment'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rails: Rails
}

const incomingReply = { table: transactions, present: presentIncoming }
const outgoingReply = { table: transactions, present: presentOutgoing }

export function transactionApi({ store, pages, rails }: Needs): HandlersOf<Ids> {
  return {
    listTransactions: { read: ({ platformId, query }) => listTransactions(store, pages, platformId, query) },
    getTransactionById: {
      read: async ({ platformId, params }) =>
        presentTransaction(await getTransactionById(store, platformId, bareId(params.transactionId)), platformId),
    },
    approvePendingPayment: showing(
      incomingReply,
      ({ params }) =>
        (rows) =>
          approvePendingPayment(rows, bareId(params.transactionId)),
    ),
    rejectPendingPayment: showing(
      incomingReply,
      ({ params }) =>
        (rows) =>
          rejectPendingPayment(rows, bareId(params.transactionId)),
    ),
    createTransferIn: showingPrepared(incomingReply, async ({ platformId, body: { source, destination, amount } }) => {
      if (amount === undefined)
        refuseField('INVALID_INPUT', 'amount', 'is required: the balance of an external account is unknown')
      const transfer = {
        sourceId: source.accountId,
        destinationId: destination.accountId,
        amount: BigInt(amount),
      }
      const asked = { direction: 'PULL', externalAccountId: source.accountId, amount: transfer.amount } as const
      const verdict = await vetTransfer({ store, rails }, platformId, asked)
      return (rows) => createTransferIn(rows, { ...transfer, verdict })
    }),
    createTransferOut: showingPrepared(outgoingReply, async ({ platformId, body }) => {
      const { source, destination, amount, remittanceInformation, purposeOfPayment } = body
      const transfer = {
        sourceId: source.accountId,
        destinationId: destination.accountId,
        amount: amount === undefined ? undefined : BigInt(amount),
        details: { remittanceInformation: remittanceInformation ?? null, purposeOfPayment: purposeOfPayment ?? null },
      }
      const asked = { direction: 'OUT', externalAccountId: destination.accountId, amount: transfer.amount } as const
      const verdict = await vetTransfer({ store, rails }, platformId, asked)
      return (rows) => createTransferOut(rows, { ...transfer, verdict })
    }),
  }
}
