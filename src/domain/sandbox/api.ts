/** Owns what each sandbox operation does. */
import { bareId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import { presentInternalAccount } from '../accounts/present.ts'
import { receiveFunding } from '../quotes/receive-funding.ts'
import { parseUmaAddress } from '../receivers/find-receiver.ts'
import { presentIncoming, presentOutgoing } from '../transactions/present.ts'
import { receivePayment } from '../transactions/receive-payment.ts'
import type { SandboxClock } from './clock.ts'
import { fundAccount } from './fund-account.ts'
import { receivingAccount, SANDBOX_SENDER } from './receiving-account.ts'

export type SandboxOperation =
  | 'sandboxFundInternalAccount'
  | 'sandboxSend'
  | 'sandboxReceive'
  | 'getSandboxClock'
  | 'advanceSandboxClock'
  | 'advanceSandboxClockTo'
  | 'advanceSandboxClockToNext'
  | 'freezeSandboxClock'
  | 'unfreezeSandboxClock'

export const sandboxApi = ({ store, clock }: { store: Store; clock: SandboxClock }): HandlersOf<SandboxOperation> => ({
  sandboxFundInternalAccount: {
    command:
      ({ params, body }) =>
      (rows) => {
        const { account, balance } = fundAccount(rows, bareId(params.accountId), BigInt(body.amount))
        return presentInternalAccount(account, balance)
      },
  },
  sandboxSend: {
    command:
      ({ body: { quoteId, currencyCode, currencyAmount } }) =>
      (rows) => {
        const funding = {
          currency: currencyCode,
          amount: currencyAmount === undefined ? undefined : BigInt(currencyAmount),
        }
        return presentOutgoing(receiveFunding(rows, bareId(quoteId), funding), rows.platformId)
      },
  },
  sandboxReceive: {
    command: async ({ platformId, body }) => {
      const accountId = await receivingAccount(store, platformId, body)
      const payment = {
        senderAddress: parseUmaAddress(body.senderUmaAddress, 'senderUmaAddress'),
        accountId,
        amount: BigInt(body.receivingCurrencyAmount),
        sender: SANDBOX_SENDER,
        approveUnasked: true,
      }
      return (rows) => presentIncoming(receivePayment(rows, payment), rows.platformId)
    },
  },
  getSandboxClock: { read: ({ platformId }) => clock.show(platformId) },
  advanceSandboxClock: { act: ({ platformId, body }) => clock.advanceBy(platformId, body.seconds * 1000) },
  advanceSandboxClockTo: { act: ({ platformId, body }) => clock.advanceTo(platformId, Date.parse(body.time)) },
  advanceSandboxClockToNext: { act: ({ platformId }) => clock.advanceToNext(platformId) },
  freezeSandboxClock: { act: ({ platformId }) => clock.freeze(platformId) },
  unfreezeSandboxClock: { act: ({ platformId }) => clock.unfreeze(platformId) },
})
