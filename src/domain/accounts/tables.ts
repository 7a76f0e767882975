/** Owns the table of internal accounts: what never changes about them. Their money and status are in the ledger's balances. */
import { orNull, type Row, table, text, time, uuid } from '../../engine/schema.ts'

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
  { resource: 'InternalAccount', remembered: true },
)
export type Account = Row<typeof accounts>
