/** Request examples of wallets, their credentials and sessions, and cards. */
import { EXAMPLE_IDS } from './example-ids.ts'
import type { Examples } from './example-types.ts'

/** Uncompressed P-256 point of a key that the client generates for one session. */
const CLIENT_PUBLIC_KEY =
  '04b03636b768ae6d36fd1a966dfec286e2fb1e18e54c54b205ff69ff4ba99b8081fbca407a31a4fdea2a7d95a285b78cb7ffcd24dc0f09310b0a920cfbdd599abb'

export const WALLET_EXAMPLES = {
  updateInternalAccount: { privateEnabled: true },
  exportInternalAccount: { clientPublicKey: CLIENT_PUBLIC_KEY },
  createAuthCredential: { type: 'EMAIL_OTP', accountId: EXAMPLE_IDS.wallet },
  verifyAuthCredential: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: CLIENT_PUBLIC_KEY },
  refreshAuthSession: { clientPublicKey: CLIENT_PUBLIC_KEY },
  createDelegatedKey: {
    cardId: EXAMPLE_IDS.card,
    internalAccountId: EXAMPLE_IDS.wallet,
    nickname: 'Everyday card',
  },
  createCard: { cardholderId: EXAMPLE_IDS.northwind, form: 'VIRTUAL', fundingSources: [EXAMPLE_IDS.dollars] },
  updateCardById: { state: 'FROZEN' },
} satisfies Examples
