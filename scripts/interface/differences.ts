/** Intended differences from the published interface, each with its reason: a decision (docs/decisions.md), or a request that we accept in addition. */
import type { Meant } from './compare-interfaces.ts'

const because = (reason: string, ...whats: readonly string[]): Meant[] => whats.map((what) => ({ what, reason }))

const unknownRail = (rail: string) => [
  `* 20*.destination[ACCOUNT].paymentRail=${rail}: unknown there`,
  `GET /exchange-rates 200.data[].destinationPaymentRail=${rail}: unknown there`,
  `webhook agent-action body.data.quote.destination[ACCOUNT].paymentRail=${rail}: unknown there`,
]

export const MEANT: readonly Meant[] = [
  ...because(
    'The recovery phrase of a wallet controls its money, so the platform is notified of an export.',
    'webhook internal-account-status body.type=INTERNAL_ACCOUNT.EXPORTED: unknown there',
  ),
  ...because(
    'A payee that an agent registers needs approval as a payment does: a person decides who can be paid (decision 90).',
    '* 20*.type=ADD_EXTERNAL_ACCOUNT: unknown there',
    'webhook agent-action body.data.type=ADD_EXTERNAL_ACCOUNT: unknown there',
  ),
  ...because(
    'These answer 200 (decision 3).',
    'POST /tokens 201: absent here',
    'POST /transfer-out 201: absent here',
    'POST /agents/me/quotes 201: absent here',
  ),
  ...because(
    'Payments of both directions have one set of statuses, and an outgoing one whose money was sent back over a rail is REFUNDED (decision 23).',
    ...['CREATED', 'REFUNDED', 'REJECTED'].flatMap((status) => [
      `* 20*[OUTGOING].status=${status}: unknown there`,
      `POST /sandbox/send 200.status=${status}: unknown there`,
      `webhook outgoing-payment body.data.status=${status}: unknown there`,
      `webhook agent-action body.data.transaction[OUTGOING].status=${status}: unknown there`,
    ]),
  ),
  ...because(
    'Every account type has rails: the networks are the rails of wallets.',
    ...['BASE', 'BITCOIN', 'ETHEREUM', 'LIGHTNING', 'POLYGON', 'SOLANA', 'SPARK', 'TRON'].flatMap(unknownRail),
  ),
  ...because(
    'Indian bank accounts are accepted by number and IFSC as well as by VPA; only those registered by VPA show one.',
    '*.accountInfo[INR_ACCOUNT].vpa: required there, optional here',
    '*.accountInfo[INR_ACCOUNT].paymentRails[]=NEFT: unknown there',
    '*.accountInfo[INR_ACCOUNT].paymentRails[]=RTGS: unknown there',
    ...['NEFT', 'RTGS'].flatMap(unknownRail),
  ),
  ...because(
    'An alias of LIGHTNING, in replies only: an account is shown under the type it was registered with.',
    '* 20*.accountInfo[LIGHTNING_ACCOUNT]: absent here',
  ),
  ...because(
    'Days are YYYY-MM-DD everywhere; banks accept no other format.',
    '* body.accountInfo[*].beneficiary[INDIVIDUAL].birthDate: string there, date here',
  ),
  ...because(
    'Existing clients send only the legal name; the verification reports what is missing.',
    'POST /customers body[BUSINESS].businessInfo.taxId: required there, optional here',
    'POST /customers body[BUSINESS].businessInfo.incorporatedOn: required there, optional here',
  ),
  ...because(
    'The service decides who is approved (decision 30). The field is accepted and ignored like any unknown one (decision 4).',
    '* /customers* body[INDIVIDUAL].kycStatus: absent here',
    '* /customers* body[BUSINESS].kybStatus: absent here',
  ),
  ...because(
    'A value that names no network is refused as bad input.',
    'POST /quotes body.source[REALTIME_FUNDING].cryptoNetwork: string there, fixed values here',
    'POST /agents/me/quotes body.source[REALTIME_FUNDING].cryptoNetwork: string there, fixed values here',
    'POST /crypto/estimate-withdrawal-fee body.cryptoNetwork: string there, fixed values here',
  ),
  ...because(
    'Listed by decision 56; never sent, because a verification starts when it is created.',
    'webhook verification-update body.type=VERIFICATION.READY_FOR_VERIFICATION: unknown there',
  ),
  ...because(
    'A fault of the other institution is one of LNURLP_REQUEST_FAILED, PAYREQ_REQUEST_FAILED, COUNTERPARTY_PUBKEY_FETCH_ERROR and UNSUPPORTED_UMA_VERSION; a platform cannot act on finer ones.',
    'error 400 CERT_CHAIN_*: absent here',
    'error 400 INVALID_NONCE: absent here',
    'error 400 INVALID_PAYREQ_RESPONSE: absent here',
    'error 400 INVALID_PUBKEY_FORMAT: absent here',
    'error 400 INVALID_REQUEST_FORMAT: absent here',
    'error 400 INVALID_TIMESTAMP: absent here',
    'error 400 MISSING_REQUIRED_UMA_PARAMETERS: absent here',
    'error 400 PARSE_*_RESPONSE_ERROR: absent here',
    'error 400 SENDER_NOT_ACCEPTED: absent here',
    'error 424 NO_COMPATIBLE_UMA_VERSION: absent here',
    'error 501 UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: absent here',
  ),
  ...because(
    'A document is checked after it was accepted; its verification reports faults in `errors`.',
    'error 400 DATA_MISMATCH: absent here',
    'error 400 EXPIRED: absent here',
    'error 400 INCOMPLETE: absent here',
    'error 400 LOW_QUALITY: absent here',
    'error 400 SUSPECTED_FRAUD: absent here',
    'error 400 UNSUITABLE_DOCUMENT: absent here',
  ),
  ...because(
    'Never returned: every refusal of a quote or a lookup has its own code, invitations need no setup, references are filters, and there are no velocity limits and no switch.',
    'error 400 QUOTE_REQUEST_FAILED: absent here',
    'error 400 LOOKUP_REQUEST_FAILED: absent here',
    'error 400 INVITATIONS_NOT_CONFIGURED: absent here',
    'error 403 VELOCITY_LIMIT_EXCEEDED: absent here',
    'error 404 REFERENCE_NOT_FOUND: absent here',
    'error 500 SERVICE_SWITCH_ERROR: absent here',
  ),
  ...because(
    'Every refused signature is 401 UNAUTHORIZED with the same body (decisions 35 and 37).',
    'error 401 INVALID_SIGNATURE: absent here',
  ),
  ...because(
    'A customer and the credentials of their wallets change in one database transaction, so they cannot diverge, and several wallets can have the same address.',
    'error 409 EMAIL_OTP_EMAIL_ALREADY_EXISTS: absent here',
    'error 424 EMAIL_OTP_CREDENTIAL_SYNC_FAILED: absent here',
  ),
  ...because(
    'A policy without an execution mode is AUTO (decision 52).',
    'POST /agents body.policy.defaultExecutionMode: required there, optional here',
  ),
]
