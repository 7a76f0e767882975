/** Receiver tables: lookup results, and blocked institutions. */
import { json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { RequiredField, TakenCurrency } from '../../../providers/uma/port.ts'

export const lookups = table(
  'lookups',
  {
    id: uuid,
    /** Wire id of an external account, or a UMA address. */
    receiver: text(),
    /** The account of this platform's customer that the address stands for; by currency, since a customer has several. */
    accounts: orNull(json<Readonly<Record<string, string>>>()),
    currencies: json<readonly TakenCurrency[]>(),
    requiredPayerData: json<readonly RequiredField[]>(),
    createdAt: time,
  },
  { resource: 'LookupRequest' },
)
export type Lookup = Row<typeof lookups>

/** Institutions that the platform does not pay and is not paid by: one row a domain. */
export const blockedProviders = table(
  'blocked_providers',
  { domain: text(), createdAt: time },
  { key: 'domain', changing: ['createdAt'] },
)
