/** Error codes: HTTP status, and for the reference the cause, who must act, and what happened to the money. */

/** Refusals of one status: code → its page. */
const refusals = <Code extends string>(status: number, docs: Record<Code, string>) =>
  Object.fromEntries(Object.entries(docs).map(([code, doc]) => [code, { status, doc }])) as Record<
    Code,
    { readonly status: number; readonly doc: string }
  >

export const ERROR_CODES = {
  ...refusals(400, {
    INVALID_INPUT:
      'The request does not match the contract. The caller corrects the fields named in `details.errors`. No money moved.',
    INVALID_AMOUNT:
      'The amount is zero, or so small that nothing would arrive after fees and conversion. The caller sends a larger amount. No money moved.',
    AMOUNT_OUT_OF_RANGE:
      'The amount is outside the limits that the platform has set for this currency, or outside what an account can hold. The caller stays within the limits or changes them in the configuration. No money moved.',
    INVALID_CURRENCY:
      'The currency is unknown, is not supported by the platform, or does not match the account. The caller uses another currency or account. No money moved.',
    INVALID_BANK_ACCOUNT:
      'The bank or network reports that the account does not exist or cannot be paid. The caller asks the beneficiary for correct details. Nothing was stored and no money moved.',
    INVALID_UMA_ADDRESS:
      "The UMA address is malformed or belongs to another domain than the platform's. The caller corrects it: `$name@domain`. No money moved.",
    INSUFFICIENT_BALANCE:
      'The source account holds less than the payment and its fees. The caller funds the account and tries again while the quote is valid. No money moved.',
    INVALID_RECEIVER:
      'The receiver of the quote is not the one that was looked up, or cannot be paid in that currency. The caller looks the receiver up again. No money moved.',
    SELF_PAYMENT:
      'Source and destination are the same account. The caller uses two different accounts. No money moved.',
    WEBHOOK_ENDPOINT_NOT_SET:
      'The platform has no webhook endpoint. The caller sets `webhookEndpoint` in the configuration. No money is involved.',
    WEBHOOK_DELIVERY_ERROR:
      'The webhook endpoint could not be reached or may not be called. The owner of the endpoint checks its address and network. No money is involved.',
    MISSING_MANDATORY_USER_INFO:
      'The customer lacks details that this kind of payment requires. The caller completes the customer; the fields are named in `details`. No money moved.',
    CARDHOLDER_KYC_NOT_APPROVED:
      'Cards are issued to approved customers only, and this one is not. The caller has the customer verified first. No money is involved.',
    FUNDING_SOURCE_INELIGIBLE:
      "An account cannot pay for the card: it is not the cardholder's, is not ACTIVE, is in a currency that the card does not support, or is rejected by the issuer. The caller uses other accounts; `details.errors` names the rejected ones. No money moved.",
    EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS:
      'The wallet already has an EMAIL_OTP credential; only one is allowed. The caller uses it, or has it revoked first. No money is involved.',
    PASSKEY_CREDENTIAL_ALREADY_EXISTS:
      'The wallet already has a PASSKEY credential; only one is allowed. The caller uses it, or has it revoked first. No money is involved.',
    LAST_CREDENTIAL:
      'The credential is the only one of the wallet, which could not be used without it. The holder adds another one first. No money is involved.',
    AGENT_DEVICE_CODE_EXPIRED: 'The device code has expired. The platform creates another one. No money is involved.',
    AGENT_DEVICE_CODE_REDEEMED:
      'The device code has been redeemed, and works once. The platform creates another one; if the code was redeemed by someone else, it deletes the agent. No money is involved.',
    INVITATION_ALREADY_CLAIMED: 'The invitation has been claimed. No action is needed. No money moved.',
    INVITATION_CANCELLED: 'The platform has cancelled the invitation. The inviter creates another one. No money moved.',
    INVITATION_EXPIRED: 'The invitation has expired. The inviter creates another one. No money moved.',
  }),
  ...refusals(401, {
    UNAUTHORIZED:
      'The credentials are missing or invalid; for security, the API does not report which. The caller sends a valid token as HTTP Basic. With `reason`, the token is valid and another proof is not: a code, a passkey, an identity token, or the signature of a wallet; the holder of the wallet starts again. No money moved.',
    WALLET_SIGNATURE_MISSING:
      'Only with `CAUSEWAY_COMPATIBILITY=grid`, instead of UNAUTHORIZED: a Request-Id was sent without a signature. The holder of the wallet signs. No money moved.',
    WALLET_SIGNATURE_MALFORMED:
      'Only with `CAUSEWAY_COMPATIBILITY=grid`, instead of UNAUTHORIZED: the signature is in neither of the two accepted formats. The caller corrects it. No money moved.',
    WALLET_SIGNATURE_BODY_MISMATCH:
      'Only with `CAUSEWAY_COMPATIBILITY=grid`, instead of UNAUTHORIZED: the signature covers another request. The holder of the wallet starts again. No money moved.',
    WALLET_SIGNATURE_INVALID:
      'Only with `CAUSEWAY_COMPATIBILITY=grid`, instead of UNAUTHORIZED: the signature was not made for an open challenge by a session that may sign. The holder of the wallet starts again. No money moved.',
    REQUEST_ID_MISSING:
      'Only with `CAUSEWAY_COMPATIBILITY=grid`, instead of UNAUTHORIZED: a signature was sent without the Request-Id of its challenge. The caller sends it. No money moved.',
  }),
  ...refusals(403, {
    FORBIDDEN:
      'The token is valid but lacks the permission that this operation needs, named in `details`; an administrator of the platform issues another token. For an agent: its policy does not allow it; `details.rule` names the rule, and the platform may change the policy. Or the operator has frozen the token, agent or platform (`details.frozen`), and has to release it. No money moved.',
    USER_NOT_READY:
      'The customer is not approved yet, or the operator has frozen the customer (`details.frozen`), so their money cannot move. The platform completes the verification, or the operator releases the customer. No money moved.',
    COUNTERPARTY_NOT_ALLOWED:
      'The institution behind the UMA address is blocked for the platform. The operator unblocks it, or the payment uses another institution. No money moved.',
    AGENT_PAUSED: 'The agent is paused: it can only read. The platform resumes it. No money moved.',
    AGENT_LIMIT_EXCEEDED:
      "The payment is above a limit of the agent's policy, named in `details.rule`. The agent pays less, or waits until the limit is reset; the platform may change the policy. No money moved, and nothing was counted.",
  }),
  ...refusals(404, {
    NOT_FOUND: 'There is no such path in this version of the API. The caller corrects the address. No money moved.',
    QUOTE_NOT_FOUND:
      'The platform has no quote of this id. The caller checks the id, and which platform the token belongs to. No money moved.',
    TRANSACTION_NOT_FOUND:
      'The platform has no transaction of this id. The caller checks the id, and which platform the token belongs to. No money moved.',
    TOKEN_NOT_FOUND:
      'The platform has no API token of this id, or it has been deleted. The caller checks the id. No money is involved.',
    USER_NOT_FOUND:
      'The platform has no customer of this id. The caller checks the id, and which platform the token belongs to. No money moved.',
    INTERNAL_ACCOUNT_NOT_FOUND:
      'The platform has no internal account of this id. The caller checks the id, and which platform the token belongs to. No money moved.',
    EXTERNAL_ACCOUNT_NOT_FOUND:
      'The platform has no external account of this id, or it has been deleted. The caller checks the id. No money moved.',
    VERIFICATION_NOT_FOUND:
      'The platform has no verification of this id. The caller checks the id, and which platform the token belongs to. No money is involved.',
    BENEFICIAL_OWNER_NOT_FOUND:
      'The platform has no beneficial owner of this id. The caller checks the id, and which platform the token belongs to. No money is involved.',
    DOCUMENT_NOT_FOUND:
      'The platform has no document of this id, or it has been deleted. The caller checks the id. No money is involved.',
    AUTH_METHOD_NOT_FOUND:
      'The platform has no wallet credential of this id, or it has been revoked. The caller checks the id. No money is involved.',
    SESSION_NOT_FOUND:
      'The platform has no wallet session of this id, or it has ended. The caller checks the id, or opens another session. No money is involved.',
    PLATFORM_NOT_FOUND:
      'The platform of the request does not exist. The operator checks the token or creates the platform. No money moved.',
    UMA_NOT_FOUND: 'This UMA address does not exist. The caller asks the receiver for the right one. No money moved.',
    INVITATION_NOT_FOUND:
      'The platform has no invitation with this code. The caller checks the code, and which platform the token belongs to. No money is involved.',
    BULK_UPLOAD_JOB_NOT_FOUND:
      'The platform has no import of this id. The caller checks the id, and which platform the token belongs to. No money is involved.',
    LOOKUP_REQUEST_NOT_FOUND:
      'There is no such receiver lookup. The caller looks the receiver up again. No money moved.',
    CARD_NOT_FOUND:
      'The platform has no card of this id. The caller checks the id, and which platform the token belongs to. No money moved.',
    CARD_TRANSACTION_NOT_FOUND:
      'The platform has no card transaction of this id, or it was made with another card. The caller checks the id. No money moved.',
    DELEGATED_KEY_NOT_FOUND:
      'The platform has no delegated key of this id. The caller checks the id, and which platform the token belongs to. No money is involved.',
    AGENT_NOT_FOUND:
      'The platform has no agent of this id, or it has been deleted. The caller checks the id. No money moved.',
    AGENT_ACTION_NOT_FOUND: 'The agent has no action of this id. The caller checks both ids. No money moved.',
    EVENT_NOT_FOUND:
      'The platform has no event of this id. The caller checks the id, and which platform the token belongs to. No money is involved.',
    API_REQUEST_NOT_FOUND:
      'The platform has no recorded request of this id, or it is older than the log reaches. The caller checks the id. No money is involved.',
    EVENT_REPLAY_NOT_FOUND:
      'The platform has no replay of events of this id, or it is older than the installation keeps replays: 30 days unless it sets another period. The caller checks the id. No money is involved.',
    AGENT_DEVICE_CODE_NOT_FOUND:
      'There is no such device code, or a later one has replaced it. The caller checks the code. No money is involved.',
  }),
  ...refusals(405, {
    METHOD_NOT_ALLOWED:
      'The path exists, but not with this method; the header `Allow` lists those that it accepts. The caller corrects the method. No money moved.',
  }),
  ...refusals(409, {
    CONFLICT:
      'The request conflicts with something that already exists, such as an account or a platform customer id. The caller uses the existing one or changes the request. No money moved.',
    EMAIL_OTP_CREDENTIAL_SET_CHANGED:
      "Between the two calls, the customer's EMAIL_OTP credentials changed, so the signature no longer covers them. The caller starts again. No change was made, and no money is involved.",
    UMA_ADDRESS_EXISTS: 'Another customer has this UMA address. The caller chooses another one. No money is involved.',
    QUOTE_EXPIRED:
      'The locked rate is no longer valid. The caller creates a new quote. No money moved, and none will move for this quote.',
    QUOTE_ALREADY_EXECUTED:
      "The quote has been executed before and pays once only. The caller reads the quote's transaction for the outcome. This request moved no money; the earlier one did.",
    ACCOUNT_NOT_ACTIVE:
      'An account of the payment is not ACTIVE and can neither send nor receive. The caller waits, or asks the operator why. No money moved.',
    INVALID_STATE_TRANSITION:
      'The resource cannot change from its current status to the requested one. The caller reads it again and decides again. No money moved.',
    CARD_NOT_MUTABLE:
      'The card is CLOSED: it can no longer be changed. The caller issues another card. No money moved.',
    IDEMPOTENCY_KEY_IN_USE:
      'A request with this Idempotency-Key is still in progress. The caller repeats the same request after the time in `Retry-After`. The first request decides about the money; this one moved none.',
    SECRET_ALREADY_SHOWN:
      'The request with this Idempotency-Key was completed more than an hour ago, and its reply contained a secret that is no longer stored. The caller finds the object by `details.id`, and creates a new secret if this one is lost. This request moved no money.',
    TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL:
      'The payment is not pending approval by the platform: it was decided, or its time has expired. No action is needed. No money moved.',
  }),
  ...refusals(410, {
    CUSTOMER_DELETED: 'The customer has been deleted. No action is needed. No money moved.',
  }),
  ...refusals(412, {
    UNSUPPORTED_UMA_VERSION:
      'The other institution supports no version of UMA that this service supports. The operators of both institutions agree on one. No money moved.',
  }),
  ...refusals(413, {
    PAYLOAD_TOO_LARGE:
      'The body is larger or more deeply nested than the API accepts. The caller sends less. No money moved.',
  }),
  ...refusals(415, {
    UNSUPPORTED_MEDIA_TYPE:
      'The body has another media type than the operation accepts: `application/json`, or `multipart/form-data` where a file is sent. The caller corrects the Content-Type. No money moved.',
  }),
  ...refusals(422, {
    RAIL_NOT_CONNECTED:
      'No rail of this installation carries the payment: its currency, kind of account, scheme or amount. `details.connected` names what is connected. The caller pays in one of those ways, or the operator connects a rail. No money moved.',
    IDEMPOTENCY_KEY_REUSED:
      'This Idempotency-Key belongs to an earlier request with another body. The caller uses a new key for a new request. This request moved no money.',
  }),
  ...refusals(424, {
    LNURLP_REQUEST_FAILED:
      'The other institution did not answer the lookup of the address, or not as UMA requires. The caller tries again later. No money moved.',
    PAYREQ_REQUEST_FAILED:
      'The other institution refused or did not answer the payment request. The caller tries again or asks the receiver. No money moved.',
    COUNTERPARTY_PUBKEY_FETCH_ERROR:
      'The public keys of the other institution could not be fetched. The caller tries again later. No money moved.',
  }),
  ...refusals(429, {
    RATE_LIMITED:
      'Too many requests in too short a time. The caller waits for the seconds in `Retry-After`. No money moved.',
  }),
  ...refusals(500, {
    INTERNAL_ERROR:
      'An unexpected error occurred. The operator finds the request in the logs by its `X-Request-Id`. All changes were rolled back, so no money moved.',
  }),
  ...refusals(501, {
    NOT_IMPLEMENTED:
      'The operation is in the contract but is not built yet. The reference lists the operations that are. No money moved.',
  }),
  ...refusals(503, {
    SERVICE_UNAVAILABLE:
      'The service cannot serve the request now: it is starting, stopping or overloaded. The caller tries again after `Retry-After`. This request moved no money.',
    OUTCOME_UNKNOWN:
      'The connection to the database was lost while the work was being committed. The caller repeats the request with the same Idempotency-Key to learn the outcome. The money moved once or not at all, never twice.',
  }),
}

export type ErrorCode = keyof typeof ERROR_CODES

/** What the caller, the holder or the operator does about a code: the documentation without the cause and the money. */
export const hintOf = (code: ErrorCode): string => HINTS[code]

const HINTS = Object.fromEntries(
  Object.entries(ERROR_CODES).map(([code, { doc }]) => {
    const sentences = doc.split(/(?<=\.) (?=[A-Z])/)
    return [code, sentences.slice(1, -1).join(' ')]
  }),
) as Record<ErrorCode, string>

/** Resources whose code for an unknown id is not derived from their name. */
const NOT_FOUND: Readonly<Record<string, ErrorCode>> = {
  Customer: 'USER_NOT_FOUND',
  PlatformConfig: 'PLATFORM_NOT_FOUND',
  Job: 'BULK_UPLOAD_JOB_NOT_FOUND',
  Webhook: 'EVENT_NOT_FOUND',
  // Only operators refer to arrivals.
  Arrival: 'TRANSACTION_NOT_FOUND',
}

/** `InternalAccount` → `INTERNAL_ACCOUNT_NOT_FOUND`: the code for an unknown id of a resource. */
export const notFoundCode = (resource: string): ErrorCode =>
  NOT_FOUND[resource] ?? (`${resource.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}_NOT_FOUND` as ErrorCode)
