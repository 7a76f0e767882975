/** Sandbox operations: simulated money, clock, inbox, platforms and card network. */
import { bareId } from '../../core/ids.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import type { Funding } from '../accounts/funding-instructions.ts'
import { presentInternalAccount } from '../accounts/internal-account.ts'
import { findSparkAddress } from '../accounts/wallet-key.ts'
import { presentIncoming, presentOutgoing } from '../payments/transactions/transaction.ts'
import { type CardNetworkOperation, cardNetworkApi } from './cards/api.ts'
import {
  advanceSandboxClock,
  advanceSandboxClockTo,
  advanceSandboxClockToNext,
  freezeSandboxClock,
  getSandboxClock,
  type SandboxClock,
  unfreezeSandboxClock,
} from './clock/clock.ts'
import { getFirstSteps } from './first-steps.ts'
import { listSandboxInbox, type SandboxInbox } from './inbox.ts'
import { sandboxCreateInternalAccount } from './sandbox-create-internal-account.ts'
import { type MakePlatform, sandboxCreatePlatform } from './sandbox-create-platform.ts'
import { sandboxFundInternalAccount } from './sandbox-fund-internal-account.ts'
import { sandboxReceive } from './sandbox-receive.ts'
import { sandboxSend } from './sandbox-send.ts'
import { getSandboxWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

type MoneyOperation =
  | 'sandboxFundInternalAccount'
  | 'sandboxCreateInternalAccount'
  | 'sandboxCreatePlatform'
  | 'sandboxSend'
  | 'sandboxReceive'
type ClockOperation =
  | 'getSandboxClock'
  | 'advanceSandboxClock'
  | 'advanceSandboxClockTo'
  | 'advanceSandboxClockToNext'
  | 'freezeSandboxClock'
  | 'unfreezeSandboxClock'

export type SandboxOperation =
  | CardNetworkOperation
  | MoneyOperation
  | ClockOperation
  | 'listSandboxInbox'
  | 'getFirstSteps'
  | 'getSandboxWebhookReceiver'

interface Needs {
  readonly store: Store
  readonly clock: SandboxClock
  /** Domain of the sandbox's own institution. */
  readonly umaDomain: string
  readonly makePlatform: MakePlatform
  readonly pages: Pages
  readonly inbox: SandboxInbox
  readonly custodian: Custodian
  readonly rails: Funding
  readonly now: () => number
  readonly receiver: WebhookReceiver
  /** Address of this process. */
  readonly origin: () => string
}

export const sandboxApi = (needs: Needs): HandlersOf<SandboxOperation> => ({
  ...moneyHandlers(needs),
  ...clockHandlers(needs.clock),
  ...cardNetworkApi,
  listSandboxInbox: {
    read: ({ platformId, query }) => listSandboxInbox(needs.inbox, needs.pages, platformId, query),
  },
  getFirstSteps: { read: ({ platformId }) => getFirstSteps(needs.store.forPlatform(platformId), platformId) },
  getSandboxWebhookReceiver: {
    read: async ({ platformId }) => getSandboxWebhookReceiver(needs.receiver, platformId, needs.origin()),
  },
})

const moneyHandlers = (needs: Needs): HandlersOf<MoneyOperation> => ({
  sandboxFundInternalAccount: {
    command:
      ({ params, body }) =>
      (rows) => {
        const deposit = { accountId: bareId(params.accountId), amount: BigInt(body.amount) }
        const { account, balance } = sandboxFundInternalAccount(rows, deposit)
        return presentInternalAccount(needs.rails, account, balance, findSparkAddress(rows, account))
      },
  },
  sandboxCreateInternalAccount: {
    prepare: ({ platformId, body }) => sandboxCreateInternalAccount(needs, platformId, body),
  },
  sandboxCreatePlatform: { act: ({ body }) => sandboxCreatePlatform(needs.store, needs.makePlatform, body.name) },
  sandboxSend: {
    command:
      ({ body }) =>
      (rows) =>
        presentOutgoing(sandboxSend(rows, body), rows.platformId),
  },
  sandboxReceive: {
    prepare: async ({ platformId, body }) => {
      const receive = await sandboxReceive(needs, platformId, body)
      return (rows) => presentIncoming(receive(rows), rows.platformId)
    },
  },
})

const clockHandlers = (clock: SandboxClock): HandlersOf<ClockOperation> => ({
  getSandboxClock: { read: ({ platformId }) => getSandboxClock(clock, platformId) },
  advanceSandboxClock: { act: ({ platformId, body }) => advanceSandboxClock(clock, platformId, body.seconds) },
  advanceSandboxClockTo: { act: ({ platformId, body }) => advanceSandboxClockTo(clock, platformId, body.time) },
  advanceSandboxClockToNext: { act: ({ platformId }) => advanceSandboxClockToNext(clock, platformId) },
  freezeSandboxClock: { act: ({ platformId }) => freezeSandboxClock(clock, platformId) },
  unfreezeSandboxClock: { act: ({ platformId }) => unfreezeSandboxClock(clock, platformId) },
})
