/** Webhook events: their types, payloads and expected responses. */
import Type, { type TSchema } from 'typebox'
import { InternalAccount } from '../accounts/internal-accounts.ts'
import { AgentAction } from '../agents/agent-actions.ts'
import { CardTransaction } from '../cards/card-transactions.ts'
import { Card } from '../cards/cards.ts'
import { ImportJob } from '../customers/bulk-imports.ts'
import { Customer } from '../customers/customers.ts'
import { Verification } from '../customers/verifications.ts'
import { ExternalAccount } from '../payments/external-accounts/external-accounts.ts'
import { Invitation } from '../payments/invitations.ts'
import { IncomingTransaction, OutgoingTransaction } from '../payments/transactions.ts'
import { CounterpartyFieldDefinition } from '../platform/config.ts'
import { choice, id, Timestamp } from '../schema.ts'

export const OUTGOING_PAYMENT_EVENTS = [
  'OUTGOING_PAYMENT.PENDING',
  'OUTGOING_PAYMENT.PROCESSING',
  'OUTGOING_PAYMENT.COMPLETED',
  'OUTGOING_PAYMENT.FAILED',
  'OUTGOING_PAYMENT.EXPIRED',
  'OUTGOING_PAYMENT.REFUND_PENDING',
  'OUTGOING_PAYMENT.REFUND_COMPLETED',
  'OUTGOING_PAYMENT.REFUND_FAILED',
] as const
export const INCOMING_PAYMENT_EVENTS = [
  'INCOMING_PAYMENT.PENDING',
  'INCOMING_PAYMENT.COMPLETED',
  'INCOMING_PAYMENT.FAILED',
] as const
export const CUSTOMER_EVENTS = [
  'CUSTOMER.KYC_APPROVED',
  'CUSTOMER.KYC_REJECTED',
  'CUSTOMER.KYC_PENDING',
  'CUSTOMER.KYB_APPROVED',
  'CUSTOMER.KYB_REJECTED',
  'CUSTOMER.KYB_PENDING',
] as const
export const INTERNAL_ACCOUNT_EVENTS = [
  'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  'INTERNAL_ACCOUNT.STATUS_UPDATED',
  'INTERNAL_ACCOUNT.EXPORTED',
] as const
export const EXTERNAL_ACCOUNT_EVENTS = ['EXTERNAL_ACCOUNT.STATUS_UPDATED'] as const
export const VERIFICATION_EVENTS = [
  'VERIFICATION.APPROVED',
  'VERIFICATION.REJECTED',
  'VERIFICATION.RESOLVE_ERRORS',
  'VERIFICATION.IN_PROGRESS',
  'VERIFICATION.PENDING_MANUAL_REVIEW',
  'VERIFICATION.READY_FOR_VERIFICATION',
] as const
export const INVITATION_EVENTS = ['INVITATION.CLAIMED'] as const
export const BULK_UPLOAD_EVENTS = ['BULK_UPLOAD.COMPLETED', 'BULK_UPLOAD.FAILED'] as const
export const CARD_STATE_EVENTS = ['CARD.STATE_CHANGE'] as const
export const CARD_FUNDING_SOURCE_EVENTS = ['CARD.FUNDING_SOURCE_CHANGE'] as const
export const CARD_TRANSACTION_EVENTS = [
  'CARD_TRANSACTION.AUTHORIZED',
  'CARD_TRANSACTION.PARTIALLY_SETTLED',
  'CARD_TRANSACTION.SETTLED',
  'CARD_TRANSACTION.REFUNDED',
  'CARD_TRANSACTION.EXCEPTION',
] as const
export const AGENT_ACTION_EVENTS = ['AGENT_ACTION.PENDING_APPROVAL'] as const

export const EVENT_TYPES = [
  ...OUTGOING_PAYMENT_EVENTS,
  ...INCOMING_PAYMENT_EVENTS,
  ...CUSTOMER_EVENTS,
  ...INTERNAL_ACCOUNT_EVENTS,
  ...EXTERNAL_ACCOUNT_EVENTS,
  ...VERIFICATION_EVENTS,
  ...INVITATION_EVENTS,
  ...BULK_UPLOAD_EVENTS,
  ...CARD_STATE_EVENTS,
  ...CARD_FUNDING_SOURCE_EVENTS,
  ...CARD_TRANSACTION_EVENTS,
  ...AGENT_ACTION_EVENTS,
  'TEST',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

const envelope = <const Types extends readonly EventType[], Data extends TSchema>(
  $id: string,
  types: Types,
  data: Data,
) =>
  Type.Object(
    {
      id: id('Webhook'),
      type: choice(types),
      timestamp: Timestamp,
      sequence: Type.Integer({
        minimum: 1,
        description: 'Number of the event within its object, from 1; an event with a lower number is older',
      }),
      data,
    },
    { $id },
  )

const IncomingPaymentData = Type.Object(
  {
    ...IncomingTransaction.properties,
    requestedReceiverCustomerInfoFields: Type.Optional(Type.Array(CounterpartyFieldDefinition)),
  },
  { $id: 'IncomingPaymentWebhookData' },
)

export interface WebhookEntry {
  readonly operationId: string
  readonly summary: string
  readonly schema: TSchema
  /** Meaning of a response, by status, where it is more than an acknowledgement. */
  readonly answers?: Readonly<Record<number, { readonly description: string; readonly schema?: TSchema }>>
}

const ApprovalReply = Type.Object(
  {
    receiverCustomerInfo: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Details of the receiver, by field name. Reserved: none are requested or read yet',
      }),
    ),
  },
  { $id: 'IncomingPaymentWebhookResponse' },
)
const APPROVAL_ANSWERS: WebhookEntry['answers'] = {
  200: { description: 'INCOMING_PAYMENT.PENDING: approved', schema: ApprovalReply },
  202: { description: 'INCOMING_PAYMENT.PENDING: decided later by approve or reject, within the same 5 seconds' },
  403: { description: 'INCOMING_PAYMENT.PENDING: rejected' },
  422: { description: 'INCOMING_PAYMENT.PENDING: details of the payer are missing; the payment fails' },
}

/** Events, by the name of their entry in the OpenAPI document. */
export const EVENTS = {
  'outgoing-payment': {
    operationId: 'outgoingPaymentWebhook',
    summary: 'An outgoing payment changed',
    schema: envelope('OutgoingPaymentWebhook', OUTGOING_PAYMENT_EVENTS, OutgoingTransaction),
  },
  'incoming-payment': {
    operationId: 'incomingPaymentWebhook',
    summary: 'An incoming payment changed',
    schema: envelope('IncomingPaymentWebhook', INCOMING_PAYMENT_EVENTS, IncomingPaymentData),
    answers: APPROVAL_ANSWERS,
  },
  'customer-update': {
    operationId: 'customerStatusWebhook',
    summary: 'The verification status of a customer changed',
    schema: envelope('CustomerWebhook', CUSTOMER_EVENTS, Customer),
  },
  'internal-account-status': {
    operationId: 'internalAccountStatusWebhook',
    summary: 'An internal account or its balance changed, or a wallet was exported',
    schema: envelope('InternalAccountStatusWebhook', INTERNAL_ACCOUNT_EVENTS, InternalAccount),
  },
  'external-account-status': {
    operationId: 'externalAccountStatusWebhook',
    summary: 'An external account changed',
    schema: envelope('ExternalAccountStatusWebhook', EXTERNAL_ACCOUNT_EVENTS, ExternalAccount),
  },
  'verification-update': {
    operationId: 'verificationStatusWebhook',
    summary: 'A verification changed',
    schema: envelope('VerificationWebhook', VERIFICATION_EVENTS, Verification),
  },
  'invitation-claimed': {
    operationId: 'invitationClaimedWebhook',
    summary: 'An invitation was claimed',
    schema: envelope('InvitationClaimedWebhook', INVITATION_EVENTS, Invitation),
  },
  'bulk-upload': {
    operationId: 'bulkUploadWebhook',
    summary: 'An import ended',
    schema: envelope('BulkUploadWebhook', BULK_UPLOAD_EVENTS, ImportJob),
  },
  'card-state-change': {
    operationId: 'cardStateChangeWebhook',
    summary: 'A card was activated, frozen, unfrozen or closed',
    schema: envelope('CardStateChangeWebhook', CARD_STATE_EVENTS, Card),
  },
  'card-funding-source-change': {
    operationId: 'cardFundingSourceChangeWebhook',
    summary: 'The funding sources of a card changed',
    schema: envelope('CardFundingSourceChangeWebhook', CARD_FUNDING_SOURCE_EVENTS, Card),
  },
  'card-transaction': {
    operationId: 'cardTransactionWebhook',
    summary: 'A card transaction changed',
    schema: envelope('CardTransactionWebhook', CARD_TRANSACTION_EVENTS, CardTransaction),
  },
  'agent-action': {
    operationId: 'agentActionWebhook',
    summary: 'An action of an agent waits for approval',
    schema: envelope('AgentActionWebhook', AGENT_ACTION_EVENTS, AgentAction),
  },
  'test-webhook': {
    operationId: 'testWebhook',
    summary: 'A test event',
    schema: envelope('TestWebhookRequest', ['TEST'], Type.Object({})),
  },
} as const satisfies Record<string, WebhookEntry>
