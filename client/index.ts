/** Public surface of the package: calls, errors, webhooks and the types of the API. */
export {
  type Client,
  type ClientOptions,
  createClient,
  type List,
  type Methods,
  type ReplyOf,
  type Sign,
} from './api.ts'
export {
  ApiError,
  type ApiErrorCode,
  ConflictError,
  InvalidRequestError,
  NoReplyError,
  NotAuthorizedError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  SignatureRequiredError,
} from './api-error.ts'
export * from './operations.generated.ts'
export {
  type AnyInput,
  type CalledOperation,
  type CallOptions,
  type Fields,
  type Input,
  type OperationId,
  type OptionsFor,
  operationAt,
  type WriteOptions,
} from './request.ts'
export type { Credentials, Reply } from './send.ts'
export {
  type PublicKey,
  verifyWebhook,
  type WebhookKey,
  type WebhookOptions,
  WebhookVerificationError,
} from './webhooks.ts'
