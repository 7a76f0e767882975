/** Card network simulation use cases: the messages of a merchant about a card, as the card room handles them. */
import type { Contract } from '../../../../contract/contract.ts'
import type { BodyOf } from '../../../../contract/operation.ts'
import { PURCHASE_PULL_MS, purchaseOutcome } from '../../../../contract/sandbox/outcomes.ts'
import { bareId } from '../../../core/ids.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { adjustAuthorization } from '../../cards/purchases/adjust-authorization.ts'
import { authorizePurchase } from '../../cards/purchases/authorize-purchase.ts'
import { clearPurchase } from '../../cards/purchases/clear-purchase.ts'
import type { PurchaseRef } from '../../cards/purchases/get-purchase.ts'
import { inquireBalance } from '../../cards/purchases/inquire-balance.ts'
import type { CardTransaction } from '../../cards/purchases/purchase.ts'
import { returnPurchase } from '../../cards/purchases/return-purchase.ts'
import { reverseReturn } from '../../cards/purchases/reverse-return.ts'

/** A request about a card; `id` is its wire id. */
interface OnCard<Id extends keyof Contract> {
  readonly params: { readonly id: string }
  readonly body: BodyOf<Contract[Id]>
}

const refOf = ({
  params,
  body,
}: {
  readonly params: { readonly id: string }
  readonly body: { readonly cardTransactionId: string }
}): PurchaseRef => ({ cardId: bareId(params.id), purchaseId: bareId(body.cardTransactionId) })

/** Declines, or delays the pull, as the merchant's descriptor chooses. @throws Refusal as `authorizePurchase` */
export function sandboxSimulateCardAuthorization(
  rows: Rows,
  { params, body: { amount, currency, merchant } }: OnCard<'sandboxSimulateCardAuthorization'>,
): CardTransaction {
  const outcome = purchaseOutcome(merchant.descriptor)
  const isPending = outcome?.pull !== undefined
  const purchase = authorizePurchase(rows, {
    cardId: bareId(params.id),
    amount: BigInt(amount),
    currency: currency.code,
    merchant,
    issuer: { isPending, ...(outcome?.decline && { decline: outcome.decline }) },
  })
  if (purchase.pendingPulls > 0) enqueue(rows, 'endSimulatedPull', rows.now + PURCHASE_PULL_MS, purchase.id)
  return purchase
}

/** @throws Refusal as `clearPurchase` */
export const sandboxSimulateCardClearing = (rows: Rows, request: OnCard<'sandboxSimulateCardClearing'>) =>
  clearPurchase(rows, { ...refOf(request), amount: BigInt(request.body.amount) })

/** @throws Refusal as `returnPurchase` */
export const sandboxSimulateCardReturn = (rows: Rows, request: OnCard<'sandboxSimulateCardReturn'>) =>
  returnPurchase(rows, { ...refOf(request), amount: BigInt(request.body.amount) })

/** @throws Refusal as `reverseReturn` */
export const sandboxSimulateCardReturnReversal = (rows: Rows, request: OnCard<'sandboxSimulateCardReturnReversal'>) =>
  reverseReturn(rows, refOf(request))

/** @throws Refusal as `adjustAuthorization` */
export const sandboxSimulateCardAuthorizationAdvice = (
  rows: Rows,
  request: OnCard<'sandboxSimulateCardAuthorizationAdvice'>,
) => adjustAuthorization(rows, { ...refOf(request), amount: BigInt(request.body.amount) })

/** @throws Refusal as `inquireBalance` */
export const sandboxSimulateCardBalanceInquiry = (rows: Rows, cardId: string) => inquireBalance(rows, bareId(cardId))
