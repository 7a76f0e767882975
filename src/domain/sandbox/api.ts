/** Owns what each sandbox operation does. */
import { bareId } from '../../core/ids.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import { presentInternalAccount } from '../accounts/present.ts'
import { receiveFunding } from '../quotes/receive-funding.ts'
import { presentOutgoing } from '../transactions/present.ts'
import type { SandboxClock } from './clock.ts'
import { fundAccount } from './fund-account.ts'

export type SandboxOperation =
  | 'sandboxFundInternalAccount'
  | 'sandboxSend'
  | 'getSandboxClock'
  | 'advanceSandboxClock'
  | 'advanceSandboxClockTo'
  | 'advanceSandboxClockToNext'
  | 'freezeSandboxClock'
  | 'unfreezeSandboxClock'

export const sandboxApi = ({ clock }: { clock: SandboxClock }): HandlersOf<SandboxOperation> => ({
  sandboxFundInternalAccount: {
    command: ({ params, body }) => (rows) => {
      const { account, balance } = fundAccount(rows, bareId(params.accountId), BigInt(body.amount))
      return presentInternalAccount(account, balance)
    },
  },
  sandboxSend: {
    command: ({ body: { quoteId, currencyCode, currencyAmount } }) => (rows) => {
      const funding = { currency: currencyCode, amount: currencyAmount === undefined ? undefined : BigInt(currencyAmount) }
      return presentOutgoing(receiveFunding(rows, bareId(quoteId), funding), rows.platformId)
    },
  },
  getSandboxClock: { read: ({ platformId }) => clock.show(platformId) },
  advanceSandboxClock: { act: ({ platformId, body }) => clock.advanceBy(platformId, body.seconds * 1000) },
  advanceSandboxClockTo: { act: ({ platformId, body }) => clock.advanceTo(platformId, Date.parse(body.time)) },
  advanceSandboxClockToNext: { act: ({ platformId }) => clock.advanceToNext(platformId) },
  freezeSandboxClock: { act: ({ platformId }) => clock.freeze(platformId) },
  unfreezeSandboxClock: { act: ({ platformId }) => clock.unfreeze(platformId) },
})
