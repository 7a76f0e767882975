/** Order of the refusals of customers, their verification, owners, documents and imports. */
import { afterAll, beforeAll } from 'vitest'
import { contract } from '../../../contract/contract.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { holderOf } from '../../../test/harness/cards.ts'
import { describeRefusals, put, type Row, unknownId, unknownInPath } from '../../../test/harness/refusals.ts'
import { sampleOf } from '../../../test/harness/samples/samples.ts'
import { statesIn } from '../../../test/harness/states.ts'

let app: TestApp
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let made = 0
const UNKNOWN_CUSTOMER: Row = [
  'the customer is unknown',
  '404 USER_NOT_FOUND',
  put('customerId', unknownId('Customer')),
]
const DELETED: Row<{ customerId: string }> = ['the customer is deleted', '410 CUSTOMER_DELETED', states.customerDeleted]

describeRefusals(
  'createCustomer',
  () => app,
  async () => ({
    body: {
      customerType: 'INDIVIDUAL',
      currencies: ['USD'],
      platformCustomerId: `named-${++made}`,
      umaAddress: `$named${made}@acme.example`,
    },
  }),
  [
    ['the platform does not support a currency', '400 INVALID_CURRENCY currencies.0', put('currencies', ['XXX'])],
    [
      'the UMA address is at another domain',
      '400 INVALID_UMA_ADDRESS umaAddress',
      put('umaAddress', '$carla@elsewhere.example'),
    ],
    ['another customer has the platformCustomerId', '409 CONFLICT', put('platformCustomerId', 'alice')],
    ['another customer has the UMA address', '409 UMA_ADDRESS_EXISTS', put('umaAddress', '$alice@acme.example')],
  ],
)

const person =
  (amount = 0) =>
  async () => {
    const { customerId, accounts } = await holderOf(app, amount)
    return {
      customerId,
      accountId: accounts[0] as `InternalAccount:${string}`,
      params: { customerId: customerId as string },
    }
  }
describeRefusals('deleteCustomerById', () => app, person(), [
  unknownInPath('deleteCustomerById'),
  DELETED,
  [
    'an account holds money',
    '409 CONFLICT',
    ({ accountId }) => app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 1 } }),
  ],
])
describeRefusals('createCustomerKycLink', () => app, person(), [unknownInPath('createCustomerKycLink'), DELETED], {
  elsewhere: { NOT_IMPLEMENTED: 'without a provider of verification pages: use-kyc-link.test.ts' },
})
describeRefusals(
  'createVerification',
  () => app,
  async () => {
    const { customerId } = await person()()
    return { customerId, body: { customerId } }
  },
  [UNKNOWN_CUSTOMER, DELETED],
  { elsewhere: { CONFLICT: 'a customer who changes in the meantime: create-verification.test.ts' } },
)

const business = async () => {
  const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS', currencies: ['USD'] } })
  const body = { ...(sampleOf(contract.createBeneficialOwner.body as never) as object), customerId }
  return { customerId: customerId as string, body }
}
describeRefusals('createBeneficialOwner', () => app, business, [
  UNKNOWN_CUSTOMER,
  DELETED,
  [
    'the customer is a person',
    '400 INVALID_INPUT customerId',
    async (draft) => {
      draft.customerId = (await holderOf(app)).customerId
      put('customerId', draft.customerId)(draft)
    },
  ],
])
describeRefusals(
  'updateBeneficialOwner',
  () => app,
  async () => {
    const { id } = await app.ok('createBeneficialOwner', { body: (await business()).body })
    return { params: { beneficialOwnerId: id as string }, body: { ownershipPercentage: 26 } }
  },
  [unknownInPath('updateBeneficialOwner')],
  { elsewhere: { CONFLICT: 'a person who changes in the meantime: create-beneficial-owner.test.ts' } },
)

const pdf = () => new File(['%PDF-1.7 %%EOF'], `paper-${++made}.pdf`)
const NO_PAPER: Row = ['the file is not a document', '400 INVALID_INPUT file', put('file', new File(['text'], 'a.txt'))]
const paper = (documentHolder: string) => ({ documentHolder, documentType: 'PASSPORT', country: 'US', file: pdf() })
describeRefusals(
  'uploadDocument',
  () => app,
  async () => {
    const { customerId } = await person()()
    return { customerId, body: paper(customerId) }
  },
  [
    NO_PAPER,
    [
      ['the customer is unknown', '404 USER_NOT_FOUND', put('documentHolder', unknownId('Customer'))],
      ['the owner is unknown', '404 BENEFICIAL_OWNER_NOT_FOUND', put('documentHolder', unknownId('BeneficialOwner'))],
    ],
    DELETED,
  ],
)
const uploaded = async () => {
  const { customerId } = await person()()
  const { id } = await app.ok('uploadDocument', { body: paper(customerId) })
  return { customerId, params: { documentId: id as string } }
}
const SUBMITTED: Row<{ customerId: `Customer:${string}` }> = [
  'a verification uses it',
  '409 CONFLICT',
  ({ customerId }) => app.ok('createVerification', { body: { customerId } }),
]
describeRefusals(
  'replaceDocument',
  () => app,
  async () => ({ ...(await uploaded()), body: { documentType: 'PASSPORT', country: 'US', file: pdf() } }),
  [NO_PAPER, unknownInPath('replaceDocument'), SUBMITTED],
)
describeRefusals('deleteDocument', () => app, uploaded, [unknownInPath('deleteDocument'), SUBMITTED])

describeRefusals(
  'uploadCustomersCsv',
  () => app,
  async () => ({ body: { file: new File(['name'], 'customers.csv') } }),
  [['there is no file', '400 INVALID_INPUT file', put('file', 'text')]],
)
