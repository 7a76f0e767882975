/** Verification link operations and schemas: hosted pages where customers prove their identity. */
import Type, { type Static } from 'typebox'
import { text } from '../elements.ts'
import { operations } from '../operation.ts'
import { choice, id, Timestamp } from '../schema.ts'

/** https, or http on the same machine. The length is limited before the pattern is tried. */
const redirectUri = Type.String({
  format: 'uri',
  maxLength: 2048,
  pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?(/|$))',
  description: 'Where the page sends the customer afterwards: https, or http on the same machine',
  examples: ['https://acme.example/verified'],
})
const kycUrl = Type.String({ description: 'Works once, for anyone who has it', examples: ['https://kyc.example/x7Gh'] })

export const KycLinkResponse = Type.Object(
  {
    kycUrl,
    expiresAt: Timestamp,
    provider: choice(['SUMSUB'], { $id: 'KycProvider', description: 'Provider of the page; simulated in the sandbox' }),
    token: Type.Optional(Type.String({ description: 'Opens the page in the SDK of the provider, if it has one' })),
  },
  { $id: 'KycLinkResponse' },
)
export type KycLinkResponse = Static<typeof KycLinkResponse>

const tag = 'Customers'
const rules =
  'Every call creates a new link that works once; earlier links stay valid until they expire. No status changes.'

export const kycLinkOperations = operations({
  createCustomerKycLink: {
    method: 'POST',
    path: '/customers/{customerId}/kyc-link',
    tag,
    summary: 'Create a link to a verification page',
    description: rules,
    permission: 'MANAGE',
    secret: 'params.customerId',
    params: Type.Object({ customerId: id('Customer') }),
    body: Type.Object({ redirectUri: Type.Optional(redirectUri) }, { $id: 'KycLinkCreateRequest' }),
    bodyOptional: true,
    replies: { 201: KycLinkResponse },
    errors: ['CUSTOMER_DELETED', 'NOT_IMPLEMENTED'],
  },
  getCustomerKycLink: {
    method: 'GET',
    path: '/customers/kyc-link',
    tag,
    summary: "Get a verification link by the platform's own customer id",
    description: `${rules} Anyone who has the link can be verified as the customer, so the token also needs MANAGE.`,
    permission: 'VIEW',
    query: Type.Object({ platformCustomerId: text(255), redirectUri: Type.Optional(redirectUri) }),
    replies: {
      200: Type.Object(
        { customerId: id('Customer'), platformCustomerId: Type.String(), kycUrl },
        { $id: 'CustomerKycLinkResponse' },
      ),
    },
    errors: ['USER_NOT_FOUND', 'NOT_IMPLEMENTED'],
  },
})
