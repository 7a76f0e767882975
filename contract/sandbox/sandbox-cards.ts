/** Owns the operations that simulate the card network: merchants that authorize, clear and give back. */
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
      'A merchant asks whether the card pays. The amount is set aside at the first funding source that covers it. A purchase that is declined answers 200 too: an EXCEPTION with a `declineReason`. The last three characters of the descriptor choose outcomes.',
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
              "A currency object, of which the code counts. It is the card's; a card in USDB takes USD too, a cent being 10,000 minor units of USDB",
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
      'The merchant takes money of a purchase that is AUTHORIZED or PARTIALLY_SETTLED. Less than was authorized leaves the rest set aside; more is pulled in addition, and what the funding source does not bear makes an EXCEPTION. Zero ends the purchase: what is set aside is let go.',
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
      'The merchant gives money back, at most what was cleared and not given back yet. All of it makes the purchase REFUNDED.',
    body: Type.Object(
      { cardTransactionId, amount: amount({ minimum: 1, description: MINOR }) },
      { $id: 'SandboxCardReturnRequest' },
    ),
    errors: ['CARD_TRANSACTION_NOT_FOUND', 'AMOUNT_OUT_OF_RANGE'],
  },
  sandboxSimulateCardReturnReversal: {
    ...simulator,
    path: onCard('return_reversal'),
    summary: 'Simulate the reversal of a return',
    description: 'A purchase that is REFUNDED is paid again: what was given back is pulled once more.',
    body: Type.Object({ cardTransactionId }, { $id: 'SandboxCardReturnReversalRequest' }),
    errors: ['CARD_TRANSACTION_NOT_FOUND'],
  },
  sandboxSimulateCardAuthorizationAdvice: {
    ...simulator,
    path: onCard('authorization_advice'),
    summary: 'Simulate a change of the authorized amount',
    description:
      'The merchant names another total for a purchase that is AUTHORIZED or PARTIALLY_SETTLED. A higher one is an incremental authorization: it needs an ACTIVE card and a funding source that covers it, and is refused otherwise. A lower one reverses a part: what is no longer needed is let go; if all of the new total was cleared before, the purchase is SETTLED.',
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
    description: 'A merchant or cash machine asks what the card could pay. Nothing is set aside and nobody is told.',
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
