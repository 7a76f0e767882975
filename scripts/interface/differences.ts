/**
 * Owns the differences from the public interface that are meant. The specification rules over it, and the decisions
 * that fill the specification's gaps; what is listed here rests on one of them, or takes more than is asked for.
 */
import type { Meant } from './compare-interfaces.ts'

const because = (reason: string, ...whats: readonly string[]): Meant[] => whats.map((what) => ({ what, reason }))

const unknownRail = (rail: string) => [
  `* 20*.destination[ACCOUNT].paymentRail=${rail}: unknown there`,
  `GET /exchange-rates 200.data[].destinationPaymentRail=${rail}: unknown there`,
  `webhook agent-action body.data.quote.destination[ACCOUNT].paymentRail=${rail}: unknown there`,
]

export const MEANT: readonly Meant[] = [
  ...because(
    'Whoever has the recovery phrase of a wallet owns its money: a platform must be able to hear that it was given out.',
    'webhook internal-account-status body.type=INTERNAL_ACCOUNT.EXPORTED: unknown there',
  ),
  ...because(
    'A payee that an agent registers waits for the same approval as a payment: who may be paid is decided by a person.',
    '* 20*.type=ADD_EXTERNAL_ACCOUNT: unknown there',
    'webhook agent-action body.data.type=ADD_EXTERNAL_ACCOUNT: unknown there',
  ),
  ...because(
    'The specification answers with 200.',
    'POST /tokens 201: absent here',
    'POST /transfer-out 201: absent here',
    'POST /agents/me/quotes 201: absent here',
  ),
  ...because(
    'The specification has one set of statuses for payments of both directions, and an outgoing one whose money went back over a rail is REFUNDED.',
    ...['CREATED', 'REFUNDED', 'REJECTED'].flatMap((status) => [
      `* 20*[OUTGOING].status=${status}: unknown there`,
      `POST /sandbox/send 200.status=${status}: unknown there`,
      `webhook outgoing-payment body.data.status=${status}: unknown there`,
      `webhook agent-action body.data.transaction[OUTGOING].status=${status}: unknown there`,
    ]),
  ),
  ...because(
    'The specification has the rail of a quote as free text, and every account type has rails: networks are the rails of wallets.',
    ...['BASE', 'BITCOIN', 'ETHEREUM', 'LIGHTNING', 'POLYGON', 'SOLANA', 'SPARK', 'TRON'].flatMap(unknownRail),
  ),
  ...because(
    'Indian bank accounts by number and IFSC are taken beside those by VPA; whoever registers a VPA is shown one.',
    '*.accountInfo[INR_ACCOUNT].vpa: required there, optional here',
    '*.accountInfo[INR_ACCOUNT].paymentRails[]=NEFT: unknown there',
    '*.accountInfo[INR_ACCOUNT].paymentRails[]=RTGS: unknown there',
    ...['NEFT', 'RTGS'].flatMap(unknownRail),
  ),
  ...because(
    'Another name of LIGHTNING, in replies only: an account is shown under the name that it was registered with.',
    '* 20*.accountInfo[LIGHTNING_ACCOUNT]: absent here',
  ),
  ...because(
    'Days are written YYYY-MM-DD everywhere; another text cannot be passed on to a bank.',
    '* body.accountInfo[*].beneficiary[INDIVIDUAL].birthDate: string there, date here',
  ),
  ...because(
    'Clients in use send the legal name alone; whoever lacks the rest is told so by the verification.',
    'POST /customers body[BUSINESS].businessInfo.taxId: required there, optional here',
    'POST /customers body[BUSINESS].businessInfo.incorporatedOn: required there, optional here',
  ),
  ...because(
    'The service decides who is approved (decision 30). A caller may send it; it is ignored like any unknown field (decision 4).',
    '* /customers* body[INDIVIDUAL].kycStatus: absent here',
    '* /customers* body[BUSINESS].kybStatus: absent here',
  ),
  ...because(
    'A text that names no network could only be refused: so it is refused as what it is, bad input.',
    'POST /quotes body.source[REALTIME_FUNDING].cryptoNetwork: string there, fixed values here',
    'POST /agents/me/quotes body.source[REALTIME_FUNDING].cryptoNetwork: string there, fixed values here',
    'POST /crypto/estimate-withdrawal-fee body.cryptoNetwork: string there, fixed values here',
  ),
  ...because(
    'Listed by decision 56; never sent, as verifications are taken when they are created.',
    'webhook verification-update body.type=VERIFICATION.READY_FOR_VERIFICATION: unknown there',
  ),
  ...because(
    'A fault of the other institution is one of LNURLP_REQUEST_FAILED, PAYREQ_REQUEST_FAILED, COUNTERPARTY_PUBKEY_FETCH_ERROR and UNSUPPORTED_UMA_VERSION; the platform can do nothing about the finer ones.',
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
    'A document is judged after it was taken: its verification says so, in `errors`.',
    'error 400 DATA_MISMATCH: absent here',
    'error 400 EXPIRED: absent here',
    'error 400 INCOMPLETE: absent here',
    'error 400 LOW_QUALITY: absent here',
    'error 400 SUSPECTED_FRAUD: absent here',
    'error 400 UNSUITABLE_DOCUMENT: absent here',
  ),
  ...because(
    'Nothing answers so: every refusal of a quote or a lookup names its cause, invitations need no setting up, references are filters, and there is no limit of velocity and no switch.',
    'error 400 QUOTE_REQUEST_FAILED: absent here',
    'error 400 LOOKUP_REQUEST_FAILED: absent here',
    'error 400 INVITATIONS_NOT_CONFIGURED: absent here',
    'error 403 VELOCITY_LIMIT_EXCEEDED: absent here',
    'error 404 REFERENCE_NOT_FOUND: absent here',
    'error 500 SERVICE_SWITCH_ERROR: absent here',
  ),
  ...because(
    'Every refused signature is 401 UNAUTHORIZED in one and the same form (decisions 35 and 37).',
    'error 401 INVALID_SIGNATURE: absent here',
  ),
  ...because(
    'A customer and the credentials of their wallets change in one database transaction: nothing can get out of step, and several wallets may have one address.',
    'error 409 EMAIL_OTP_EMAIL_ALREADY_EXISTS: absent here',
    'error 424 EMAIL_OTP_CREDENTIAL_SYNC_FAILED: absent here',
  ),
  ...because(
    'The specification shows policies without an execution mode: they are AUTO (decision 52).',
    'POST /agents body.policy.defaultExecutionMode: required there, optional here',
  ),
]
