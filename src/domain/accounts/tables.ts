/** Owns the table of internal accounts: what never changes about them. Their money and status are in the ledger's balances. */
import { orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'

export type AccountType = 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET'

export const accounts = table(
  'accounts',
  {
    id: uuid,
    /** Null: the platform's own account. */
    customerId: orNull(uuid),
    platformCustomerId: orNull(text()),
    type: text<AccountType>(),
    currency: text(),
    createdAt: time,
  },
  { resource: 'InternalAccount', cached: true },
)
export type Account = Row<typeof accounts>

/** Where others pay a wallet: an account that is an EMBEDDED_WALLET, once it has a key. */
export const walletAddresses = table('wallet_addresses', { id: uuid, sparkAddress: text() }, { cached: true })

/** The key of a wallet, as the custodian has sealed it. */
export const walletKeys = table(
  'wallet_keys',
  { id: uuid, sealedKey: text(), createdAt: time },
  { resource: 'InternalAccount', changing: ['sealedKey'] },
)
