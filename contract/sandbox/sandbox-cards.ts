/** Card network simulation: authorizations, clearings and returns of a merchant. */
import Type from 'typebox'
import { CardMerchant, CardTransaction } from '../cards/card-transactions.ts'
import { CurrencyAmount, text } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, CurrencyCode, id } from '../schema.ts'

const simulator = {
  method: 'POST',
  tag: 'Sandbox',
  permission: 'TRANSACT',
  sandbox: true,
  params: Type.Object({ id: id('Card') }),
  replies: { 200: CardTransaction },
} as const

const cardTransactionId = id('CardTransaction')
const onCard = (what: string) => `/sandbox/cards/{id}/simulate/${what}`
const MINOR = "In minor units of the card's currency"
const MINOR_OF_PURCHASE = 'In minor units of `currency`'

export const sandboxCardOperations = operations({
  sandboxSimulateCardAuthorization: {
    ...simulator,
    path: onCard('authorization'),
    summary: 'Simulate a purchase',
    description:
      'A merchant requests an authorization. The amount is held on the first funding source that covers it. A declined purchase is also 200: its status is EXCEPTION, with a `declineReason`. The last three characters of the descriptor choose the outcome.',
    body: Type.Object(
      {
        amount: amount({ minimum: 1, description: MINOR_OF_PURCHASE }),
        currency: Type.Object(
          {
            code: Type.Optional(CurrencyCode),
            name: Type.Optional(text(100)),
            symbol: Type.Optional(text(20)),
            decimals: Type.Optional(Type.Integer()),
          },
          {
            description:
              "A currency object, of which only the code is used: the card's currency. A card in USDB also accepts USD; a cent is 10,000 minor units of USDB",
          },
        ),
        merchant: CardMerchant,
      },
      { $id: 'SandboxCardAuthorizationRequest' },
    ),
    errors: ['INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE'],
  },
  sandboxSimulateCardClearing: {
    ...simulator,
    path: onCard('clearing'),
    summary: 'Simulate a clearing',
    description:
      'The merchant clears an amount of a purchase that is AUTHORIZED or PARTIALLY_SETTLED. If it is less than the authorized amount, the rest stays held; if it is more, the excess is pulled too, and what the funding source cannot pay makes the purchase an EXCEPTION. Zero ends the purchase and releases the hold.',
    body: Type.Object(
      { cardTransactionId, amount: amount({ description: MINOR }) },
      { $id: 'SandboxCardClearingRequest' },
    ),
    errors: ['CARD_TRANSACTION_NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'],
  },
  sandboxSimulateCardReturn: {
    ...simulator,
    path: onCard('return'),
    summary: 'Simulate a return',
    description:
      'The merchant refunds at most the cleared amount that is not refunded yet. A full refund makes the purchase REFUNDED.',
    body: Type.Object(
      { cardTransactionId, amount: amount({ minimum: 1, description: MINOR }) },
      { $id: 'SandboxCardReturnRequest' },
    ),
    errors: ['CARD_TRANSACTION_NOT_FOUND'],
  },
  sandboxSimulateCardReturnReversal: {
    ...simulator,
    path: onCard('return_reversal'),
    summary: 'Simulate the reversal of a return',
    description: 'Undoes the refund of a purchase that is REFUNDED: the refunded amount is pulled again.',
    body: Type.Object({ cardTransactionId }, { $id: 'SandboxCardReturnReversalRequest' }),
    errors: ['CARD_TRANSACTION_NOT_FOUND'],
  },
  sandboxSimulateCardAuthorizationAdvice: {
    ...simulator,
    path: onCard('authorization_advice'),
    summary: 'Simulate a change of the authorized amount',
    description:
      'The merchant changes the authorized total of a purchase that is AUTHORIZED or PARTIALLY_SETTLED. A higher total is an incremental authorization: it is refused unless the card is ACTIVE and the funding source covers it. A lower total is a partial reversal: the excess of the hold is released; if the new total is already cleared, the purchase is SETTLED.',
    body: Type.Object(
      { cardTransactionId, amount: amount({ minimum: 1, description: `The new total. ${MINOR}` }) },
      { $id: 'SandboxCardAuthorizationAdviceRequest' },
    ),
    errors: ['CARD_TRANSACTION_NOT_FOUND', 'INSUFFICIENT_BALANCE', 'ACCOUNT_NOT_ACTIVE', 'INVALID_STATE_TRANSITION'],
  },
  sandboxSimulateCardBalanceInquiry: {
    ...simulator,
    path: onCard('balance_inquiry'),
    summary: 'Simulate a balance inquiry',
    description: 'A merchant or ATM asks what the card could pay. No hold and no event is created.',
    body: Type.Object({ merchant: CardMerchant }, { $id: 'SandboxCardBalanceInquiryRequest' }),
    replies: {
      200: Type.Object(
        {
          cardId: id('Card'),
          available: CurrencyAmount,
        },
        {
          $id: 'SandboxCardBalanceInquiryResponse',
          description: '`available` is the largest purchase that would be approved now',
        },
      ),
    },
  },
})
