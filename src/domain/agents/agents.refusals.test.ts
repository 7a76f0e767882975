/** Order of the refusals of a platform's requests about its agents, and of device codes. */
import { afterAll, beforeAll } from 'vitest'
import { bankAccount, connectedAgent, generous } from '../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { holderOf } from '../../../test/harness/cards.ts'
import {
  closeAudited,
  describeRefusals,
  put,
  type Row,
  unknownId,
  unknownInPath,
} from '../../../test/harness/refusals.ts'
import { alter, statesIn } from '../../../test/harness/states.ts'
import { agents } from './agent.ts'
import { deviceCodes, hashDeviceCode } from './device-codes/device-code.ts'

let app: TestApp
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => closeAudited(app))

/** A customer with a dollar account, a bank account and an agent. */
async function employer(policy = generous()) {
  const { customerId, accounts } = await holderOf(app, 10_000)
  const { agent, deviceCode } = await app.ok('createAgent', { body: { name: 'Payables', customerId, policy } })
  const payee: string = await bankAccount(app, customerId)
  return { customerId, accountId: accounts[0] as string, payee, code: deviceCode.code, params: { agentId: agent.id } }
}
const about = (body?: object) => async (): Promise<Awaited<ReturnType<typeof employer>> & { body?: object }> => ({
  ...(await employer()),
  ...(body && { body }),
})
const AGENT_DELETED: Row = [
  'the agent is deleted',
  '404 AGENT_NOT_FOUND',
  ({ params }) => alter(app, agents, params.agentId as string, { deletedAt: 1 }),
]
const ofAgent = (id: Parameters<typeof unknownInPath>[0]) => [[unknownInPath(id), AGENT_DELETED]] as const

/** Faults of a policy in the body. @param at its path there, with a dot */
const policyFaults = (at: string): readonly (Row | readonly Row[])[] => [
  [
    [
      'a currency of the policy is unknown',
      `400 INVALID_CURRENCY ${at}spendingLimits.currency ${at}accountRestrictions.allowedAccountIds.0 ${at}allowedPayees.payees.0`,
      put(`${at}spendingLimits`, { currency: 'XXX', perTransactionLimit: 5 }),
    ],
    [
      'the policy lists no payees',
      `400 INVALID_INPUT ${at}allowedPayees.payees ${at}accountRestrictions.allowedAccountIds.0`,
      put(`${at}allowedPayees`, { scope: 'LISTED' }),
    ],
  ],
  [
    'an account of the policy is unknown',
    `404 INTERNAL_ACCOUNT_NOT_FOUND ${at}accountRestrictions.allowedAccountIds.0 ${at}allowedPayees.payees.0`,
    put(`${at}accountRestrictions`, { allowedAccountIds: [unknownId('InternalAccount')] }),
  ],
  [
    'a payee of the policy is unknown',
    `404 EXTERNAL_ACCOUNT_NOT_FOUND ${at}allowedPayees.payees.0`,
    put(`${at}allowedPayees`, { scope: 'LISTED', payees: [unknownId('ExternalAccount')] }),
  ],
]

describeRefusals(
  'createAgent',
  () => app,
  async () => {
    const { customerId } = await holderOf(app)
    return { customerId, body: { name: 'Payables', customerId, policy: generous() } }
  },
  [
    ['the customer is unknown', '404 USER_NOT_FOUND', put('customerId', unknownId('Customer'))],
    ['the customer is deleted', '410 CUSTOMER_DELETED', states.customerDeleted],
    ...policyFaults('policy.'),
  ],
)
describeRefusals('updateAgentPolicy', () => app, about(generous()), [
  ...ofAgent('updateAgentPolicy'),
  ...policyFaults(''),
])
describeRefusals('updateAgent', () => app, about({ isPaused: true }), ofAgent('updateAgent'))
describeRefusals('deleteAgent', () => app, about(), ofAgent('deleteAgent'))
describeRefusals('regenerateAgentDeviceCode', () => app, about(), ofAgent('regenerateAgentDeviceCode'))

describeRefusals(
  'evaluateAgentPolicy',
  () => app,
  async () => {
    const world = await employer()
    return { ...world, body: { type: 'TRANSFER_OUT', accountId: world.accountId, payee: world.payee, amount: 5 } }
  },
  [
    ...ofAgent('evaluateAgentPolicy'),
    ['the account is unknown', '404 INTERNAL_ACCOUNT_NOT_FOUND', put('accountId', unknownId('InternalAccount'))],
    ['the payee is unknown', '404 EXTERNAL_ACCOUNT_NOT_FOUND', put('payee', unknownId('ExternalAccount'))],
  ],
)

const codeHash = (code: string) => hashDeviceCode(app.app.keys, code)
describeRefusals(
  'redeemAgentDeviceCode',
  () => app,
  async () => {
    const { code, params } = await employer()
    return { code, agentId: params.agentId, params: { code }, as: null }
  },
  [
    [
      [
        'the code is unknown',
        '404 AGENT_DEVICE_CODE_NOT_FOUND',
        ({ params }) => {
          params.code = 'AGENT-7KQM-X3VD-P9TW-4HRA-Z6NE-8YCB-5JGU'
        },
      ],
      [
        'the agent is deleted',
        '404 AGENT_DEVICE_CODE_NOT_FOUND',
        ({ agentId }) => alter(app, agents, agentId, { deletedAt: 1 }),
      ],
    ],
    [
      [
        'the code was redeemed',
        '400 AGENT_DEVICE_CODE_REDEEMED',
        ({ code }) => alter(app, deviceCodes, codeHash(code), { redeemedAt: 1 }),
      ],
      [
        'a later code has replaced it',
        '404 AGENT_DEVICE_CODE_NOT_FOUND',
        ({ agentId }) => alter(app, agents, agentId, { deviceCodeHash: 'another' }),
      ],
    ],
    ['the code has expired', '400 AGENT_DEVICE_CODE_EXPIRED', () => app.advance({ days: 1 })],
  ],
)

/** A transfer that waits for the decision of the platform. */
async function waiting() {
  const { customerId, accounts } = await holderOf(app, 10_000)
  const { agent, as } = await connectedAgent(app, customerId, generous({ defaultExecutionMode: 'APPROVAL_REQUIRED' }))
  const { id: actionId } = await app.ok('agentCreateTransferOut', {
    as,
    body: {
      source: { accountId: accounts[0] as string },
      destination: { accountId: await bankAccount(app, customerId) },
      amount: 500,
    },
  })
  const decision = { agentId: agent.id, actionId }
  return { decision, params: { ...decision } }
}
describeRefusals(
  'approveAgentAction',
  () => app,
  waiting,
  [
    ...ofAgent('approveAgentAction'),
    unknownInPath('approveAgentAction', 'actionId'),
    [
      'the action was rejected',
      '409 INVALID_STATE_TRANSITION',
      ({ decision }) => app.ok('rejectAgentAction', { params: decision }),
    ],
  ],
  { elsewhere: { RAIL_NOT_CONNECTED: 'a payment that no rail carries: uncarried.test.ts' } },
)
describeRefusals('rejectAgentAction', () => app, waiting, [
  ...ofAgent('rejectAgentAction'),
  unknownInPath('rejectAgentAction', 'actionId'),
  [
    'the action was approved',
    '409 INVALID_STATE_TRANSITION',
    ({ decision }) => app.ok('approveAgentAction', { params: decision }),
  ],
])
