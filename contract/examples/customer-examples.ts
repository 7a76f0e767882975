/** Request examples of the platform's settings, customers and their documents. */
import { EXAMPLE_IDS } from './example-ids.ts'
import type { Examples } from './example-types.ts'

export const CUSTOMER_EXAMPLES = {
  updatePlatformConfig: { webhookEndpoint: 'https://acme.example/webhooks' },
  createToken: { name: 'Reporting', permissions: ['VIEW'] },
  updateToken: { allowedAddresses: ['127.0.0.0/8', '::1', '203.0.113.0/24'] },
  createCustomer: {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'nora-17',
    umaAddress: '$nora@acme.example',
    email: 'nora@example.com',
    region: 'US',
    fullName: 'Nora North',
    birthDate: '1988-04-02',
    nationality: 'US',
    address: { line1: '12 Elm Street', city: 'Portland', state: 'OR', postalCode: '97201', country: 'US' },
    currencies: ['USD'],
  },
  updateCustomerById: { customerType: 'INDIVIDUAL', email: 'alice.doe@example.com' },
  createVerification: { customerId: EXAMPLE_IDS.alice },
  createBeneficialOwner: {
    customerId: EXAMPLE_IDS.northwind,
    roles: ['UBO', 'DIRECTOR'],
    ownershipPercentage: 40,
    personalInfo: {
      firstName: 'Nora',
      lastName: 'North',
      birthDate: '1988-04-02',
      nationality: 'US',
      email: 'nora@northwind.example',
      address: { line1: '12 Elm Street', city: 'Portland', state: 'OR', postalCode: '97201', country: 'US' },
      idType: 'SSN',
      identifier: '123-45-6789',
    },
  },
  updateBeneficialOwner: { ownershipPercentage: 35 },
  uploadDocument: { documentHolder: EXAMPLE_IDS.alice, documentType: 'PASSPORT', country: 'US' },
  replaceDocument: { documentType: 'PASSPORT', country: 'US' },
  uploadCustomersCsv: {},
} satisfies Examples
