/** Request examples of accounts, quotes, transfers, invitations and events. */
import { EXAMPLE_IDS } from './example-ids.ts'
import type { Examples } from './example-types.ts'

export const PAYMENT_EXAMPLES = {
  createCustomerExternalAccount: {
    currency: 'USD',
    customerId: EXAMPLE_IDS.northwind,
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      routingNumber: '021000021',
      accountNumber: '1234567890',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora North' },
    },
  },
  createPlatformExternalAccount: {
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      routingNumber: '021000021',
      accountNumber: '9876543210',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Acme Pay Inc' },
    },
  },
  estimateCryptoWithdrawalFee: {
    internalAccountId: EXAMPLE_IDS.stablecoins,
    currency: 'USDC',
    cryptoNetwork: 'SOLANA',
    amount: 25_000_000,
    destinationAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  },
  createQuote: {
    source: { sourceType: 'ACCOUNT', accountId: EXAMPLE_IDS.dollars },
    destination: { destinationType: 'ACCOUNT', accountId: EXAMPLE_IDS.maria },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 50_000,
    description: 'Invoice 2041',
  },
  createTransferIn: {
    source: { accountId: EXAMPLE_IDS.supplier },
    destination: { accountId: EXAMPLE_IDS.dollars },
    amount: 12_500,
  },
  createTransferOut: {
    source: { accountId: EXAMPLE_IDS.dollars },
    destination: { accountId: EXAMPLE_IDS.supplier },
    amount: 12_500,
  },
  createInvitation: { inviterUma: '$alice@acme.example', firstName: 'Bob' },
  claimInvitation: { inviteeUma: '$bob@bank.example' },
  acknowledgeEvent: { httpStatus: 200, durationMs: 5 },
  replayEvents: { since: '2025-10-03T00:00:00Z', until: '2025-10-04T00:00:00Z' },
} satisfies Examples
