/** Owns what each operation of the simulated card network does. */
import { bareId } from '../../../core/ids.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { adjustAuthorization } from '../../cards/purchases/adjust-authorization.ts'
import { clearPurchase } from '../../cards/purchases/clear-purchase.ts'
import type { PurchaseRef } from '../../cards/purchases/get-purchase.ts'
import { inquireBalance } from '../../cards/purchases/inquire-balance.ts'
import { presentCardTransaction } from '../../cards/purchases/purchase.ts'
import { returnPurchase } from '../../cards/purchases/return-purchase.ts'
import { reverseReturn } from '../../cards/purchases/reverse-return.ts'
import { simulatePurchase } from './simulate-purchase.ts'

export type CardNetworkOperation =
  | 'sandboxSimulateCardAuthorization'
  | 'sandboxSimulateCardClearing'
  | 'sandboxSimulateCardReturn'
  | 'sandboxSimulateCardReturnReversal'
  | 'sandboxSimulateCardAuthorizationAdvice'
  | 'sandboxSimulateCardBalanceInquiry'

interface Named {
  readonly params: { readonly id: string }
  readonly body: { readonly cardTransactionId: string }
}
const refOf = ({ params, body }: Named): PurchaseRef => ({
  cardId: bareId(params.id),
  purchaseId: bareId(body.cardTransactionId),
})

export const cardNetwork: HandlersOf<CardNetworkOperation> = {
  sandboxSimulateCardAuthorization: {
    command: ({ params, body: { amount, currency, merchant } }) => {
      const request = { cardId: bareId(params.id), amount: BigInt(amount), currency: currency.code, merchant }
      return (rows) => presentCardTransaction(simulatePurchase(rows, request))
    },
  },
  sandboxSimulateCardClearing: {
    command: (request) => (rows) =>
      presentCardTransaction(clearPurchase(rows, refOf(request), BigInt(request.body.amount))),
  },
  sandboxSimulateCardReturn: {
    command: (request) => (rows) =>
      presentCardTransaction(returnPurchase(rows, refOf(request), BigInt(request.body.amount))),
  },
  sandboxSimulateCardReturnReversal: {
    command: (request) => (rows) => presentCardTransaction(reverseReturn(rows, refOf(request))),
  },
  sandboxSimulateCardAuthorizationAdvice: {
    command: (request) => (rows) =>
      presentCardTransaction(adjustAuthorization(rows, refOf(request), BigInt(request.body.amount))),
  },
  sandboxSimulateCardBalanceInquiry: {
    command:
      ({ params }) =>
      (rows) =>
        inquireBalance(rows, bareId(params.id)),
  },
}
