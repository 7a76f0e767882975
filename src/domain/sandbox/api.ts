/** Owns what each sandbox operation does. */
import { bareId, newId } from '../../core/ids.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import { presentInternalAccount } from '../accounts/internal-account.ts'
import { findSparkAddress } from '../accounts/wallet-key.ts'
import { openCustomerAccount } from '../customers/open-customer-account.ts'
import { balances } from '../ledger/balance.ts'
import { receiveFunding } from '../payments/quotes/receive-funding.ts'
import { parseUmaAddress } from '../payments/receivers/find-receiver.ts'
import { presentIncoming, presentOutgoing } from '../payments/transactions/present.ts'
import { type CardNetworkOperation, cardNetwork } from './cards/api.ts'
import type { SandboxClock } from './clock.ts'
import { createPlatform, type MakePlatform } from './create-platform.ts'
import { fundAccount } from './fund-account.ts'
import type { SandboxInbox } from './inbox.ts'
import { receivingAccount, SANDBOX_SENDER } from './receiving-account.ts'
import { simulatePayment } from './simulate-payment.ts'

export type SandboxOperation =
  | CardNetworkOperation
  | 'sandboxFundInternalAccount'
  | 'sandboxCreateInternalAccount'
  | 'sandboxCreatePlatform'
  | 'sandboxSend'
  | 'sandboxReceive'
  | 'getSandboxClock'
  | 'advanceSandboxClock'
  | 'advanceSandboxClockTo'
  | 'advanceSandboxClockToNext'
  | 'freezeSandboxClock'
  | 'unfreezeSandboxClock'
  | 'listSandboxInbox'

interface Needs {
  readonly store: Store
  readonly clock: SandboxClock
  /** Where the sandbox's own senders are. */
  readonly umaDomain: string
  readonly makePlatform: MakePlatform
  readonly pages: Pages
  readonly inbox: SandboxInbox
  readonly custodian: Custodian
  readonly now: () => number
}

export const sandboxApi = ({
  store,
  clock,
  umaDomain,
  makePlatform,
  pages,
  inbox,
  custodian,
  now,
}: Needs): HandlersOf<SandboxOperation> => ({
  sandboxFundInternalAccount: {
    command:
      ({ params, body }) =>
      (rows) => {
        const { account, balance } = fundAccount(rows, bareId(params.accountId), BigInt(body.amount))
        return presentInternalAccount(account, balance, findSparkAddress(rows, account))
      },
  },
  sandboxCreateInternalAccount: {
    prepare: async ({ platformId, body }) => {
      const wallet =
        body.currency === 'USDB'
          ? await custodian.makeWallet({ platformId, holderId: bareId(body.customerId), walletId: newId(now()) })
          : undefined
      return (rows) => {
        const account = openCustomerAccount(rows, bareId(body.customerId), body.currency, wallet)
        return presentInternalAccount(account, rows.get(balances, account.id), wallet?.sparkAddress)
      }
    },
  },
  sandboxCreatePlatform: { act: ({ body }) => createPlatform(store, makePlatform, body.name) },
  sandboxSend: {
    command:
      ({ body: { quoteId, currencyCode, currencyAmount } }) =>
      (rows) => {
        const funding = {
          quoteId: bareId(quoteId),
          currency: currencyCode,
          amount: currencyAmount === undefined ? undefined : BigInt(currencyAmount),
        }
        return presentOutgoing(receiveFunding(rows, funding), rows.platformId)
      },
  },
  sandboxReceive: {
    prepare: async ({ platformId, body }) => {
      const accountId = await receivingAccount(store, platformId, body)
      const payment = {
        senderAddress: parseUmaAddress(body.senderUmaAddress, 'senderUmaAddress'),
        accountId,
        amount: BigInt(body.receivingCurrencyAmount),
        sender: SANDBOX_SENDER,
      }
      return (rows) => presentIncoming(simulatePayment(rows, payment, umaDomain), rows.platformId)
    },
  },
  getSandboxClock: { read: ({ platformId }) => clock.show(platformId) },
  advanceSandboxClock: { act: ({ platformId, body }) => clock.advanceBy(platformId, body.seconds * 1000) },
  advanceSandboxClockTo: { act: ({ platformId, body }) => clock.advanceTo(platformId, Date.parse(body.time)) },
  advanceSandboxClockToNext: { act: ({ platformId }) => clock.advanceToNext(platformId) },
  freezeSandboxClock: { act: ({ platformId }) => clock.freeze(platformId) },
  unfreezeSandboxClock: { act: ({ platformId }) => clock.unfreeze(platformId) },
  ...cardNetwork,
  listSandboxInbox: { read: ({ platformId, query }) => inbox.list(pages, platformId, query) },
})
