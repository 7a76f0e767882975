/** Operator's wallet settings in tests. */
import type { WalletSettings } from '../../../src/composition/providers/wallet-providers.ts'

export const WALLETS: WalletSettings = {
  masterKeys: { current: Buffer.alloc(32, 9), former: [] },
  oidcIssuers: [
    { issuer: 'https://accounts.google.com', clientIds: [] },
    { issuer: 'https://appleid.apple.com', clientIds: [] },
  ],
  smtpUrl: undefined,
  mailFrom: 'wallet@localhost',
  mailDomains: undefined,
  codesPerHour: 10_000,
  sessionHours: 12,
}
