/** Owns links to a page where customers themselves prove who they are. */
import Type, { type Static } from 'typebox'
import { text } from '../elements.ts'
import { operations } from '../operation.ts'
import { choice, id, Timestamp } from '../schema.ts'

/** https, or http on this machine; bounded before the pattern is tried. */
const redirectUri = Type.String({
  format: 'uri',
  maxLength: 2048,
  pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?(/|$))',
  description: 'Where the page leads back to: https, or http on the same machine',
  examples: ['https://acme.example/verified'],
})
const kycUrl = Type.String({ description: 'For one use, by whoever has it', examples: ['https://kyc.example/x7Gh'] })

export const KycLinkResponse = Type.Object(
  {
    kycUrl,
    expiresAt: Timestamp,
    provider: choice(['SUMSUB'], { $id: 'KycProvider', description: 'Whose page it is; the sandbox plays its part' }),
    token: Type.Optional(Type.String({ description: 'Opens the page in an SDK of the provider, if it has one' })),
  },
  { $id: 'KycLinkResponse' },
)
export type KycLinkResponse = Static<typeof KycLinkResponse>

const tag = 'Customers'
const rules = 'Every call makes a fresh link that works once; earlier ones hold until their own end. No status changes.'

export const kycLinkOperations = operations({
  createCustomerKycLink: {
    method: 'POST',
    path: '/customers/{customerId}/kyc-link',
    tag,
    summary: 'Make a link to a verification page',
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
    description: `${rules} Whoever has the link is verified as the customer, so the token needs MANAGE, too.`,
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
