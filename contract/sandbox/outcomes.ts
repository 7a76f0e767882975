/** Sandbox outcomes: what each ending of an identifier, and each simulated UMA address, makes happen, in a sentence. */

/** Payouts of quotes, by the last three characters of the account's identifier. */
export const PAYOUT_SCENARIOS = {
  '002': 'The quote fails to execute; the money goes back.',
  '003': 'The payout takes six minutes.',
  '004': 'The receiving side does not deliver; the money goes back.',
  '005': 'The payment completes, and five seconds later the receiving bank sends it back.',
  '006': 'A person cancels the payout; the money goes back.',
  '007': 'The payout fails and the money cannot be returned: it stays in suspense.',
} as const

/** The bank's answer when an account is registered, by the last three characters of its identifier. */
export const BENEFICIARY_OUTCOMES = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '105': 'INVALID_ACCOUNT',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
} as const

/** Verifications, by the last three characters of a business's registration number or a beneficial owner's last name. */
export const IDENTITY_SCENARIOS = {
  '001': 'The verification stays pending; a KYC link can end it.',
  '002': 'The verification is rejected.',
} as const

/** Payments to the simulated institution, by the name before the `@`. */
export const UMA_SCENARIOS = {
  'success.usd': 'Succeeds in US dollars.',
  'success.eur': 'Succeeds in euros.',
  'success.mxn': 'Succeeds in Mexican pesos.',
  'pending.long.usd': 'Stays pending for six minutes, then succeeds.',
  'fail.compliance.usd': 'The other side refuses it for compliance; the money goes back.',
  'fail.lightning.usd': 'Lightning finds no way to the other side; the money goes back.',
} as const
