/** Order of the refusals of external accounts. */
import { afterAll, beforeAll } from 'vitest'
import { bankAccount, newBankAccount } from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { holderOf } from '../../../../test/harness/cards.ts'
import { clabe } from '../../../../test/harness/cast.ts'
import {
  type Draft,
  describeRefusals,
  put,
  type Row,
  unknownId,
  unknownInPath,
} from '../../../../test/harness/refusals.ts'
import { statesIn } from '../../../../test/harness/states.ts'

let app: TestApp
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const OF_THE_ACCOUNT: readonly Row[] = [
  ['its type does not hold the currency', '400 INVALID_CURRENCY currency', put('currency', 'EUR')],
  [
    'the bank does not know it',
    '400 INVALID_BANK_ACCOUNT accountInfo',
    put('accountInfo.accountNumber', '8812345678105'),
  ],
]
const registeredBy = (id: 'createCustomerExternalAccount' | 'createPlatformExternalAccount'): Row => [
  'the owner already has it',
  '409 CONFLICT',
  ({ body }: Pick<Draft, 'body'>) => app.ok(id, { body }),
]

describeRefusals(
  'createCustomerExternalAccount',
  () => app,
  async () => {
    const { customerId } = await holderOf(app)
    return { customerId, body: { customerId, ...newBankAccount('719') } }
  },
  [
    ...OF_THE_ACCOUNT,
    ['the customer is unknown', '404 USER_NOT_FOUND', put('customerId', unknownId('Customer'))],
    ['the customer is deleted', '410 CUSTOMER_DELETED', states.customerDeleted],
    registeredBy('createCustomerExternalAccount'),
  ],
)
describeRefusals(
  'createPlatformExternalAccount',
  () => app,
  async () => ({ body: newBankAccount('719') }),
  [...OF_THE_ACCOUNT, registeredBy('createPlatformExternalAccount')],
)

const named = (externalAccountId: string) => ({ payee: externalAccountId, params: { externalAccountId } })
const ofTheOther = (owner: string, other: () => Promise<string>): Row => [
  `it is ${owner}`,
  '404 EXTERNAL_ACCOUNT_NOT_FOUND',
  async ({ params }) => {
    params.externalAccountId = await other()
  },
]
const aCustomers = async () => bankAccount(app, (await holderOf(app)).customerId)
const thePlatforms = () => clabe(app, '719')

describeRefusals(
  'deleteCustomerExternalAccountById',
  () => app,
  async () => named(await aCustomers()),
  [
    [unknownInPath('deleteCustomerExternalAccountById'), ofTheOther("the platform's", thePlatforms)],
    ['it is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
  ],
)
describeRefusals(
  'deletePlatformExternalAccountById',
  () => app,
  async () => named(await thePlatforms()),
  [
    [unknownInPath('deletePlatformExternalAccountById'), ofTheOther("a customer's", aCustomers)],
    ['it is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
  ],
)
