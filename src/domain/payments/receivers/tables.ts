/** Receiver tables: lookup results, and blocked institutions. */
import { json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { RequiredField, TakenCurrency } from '../../../providers/uma/port.ts'

export const lookups = table(
  'lookups',
  {
    id: uuid,
    /** Wire id of an external account, or a UMA address. */
    receiver: text(),
    /** Account ids by currency, where the address belongs to a customer of this platform. */
    accounts: orNull(json<Readonly<Record<string, string>>>()),
    currencies: json<readonly TakenCurrency[]>(),
    requiredPayerData: json<readonly RequiredField[]>(),
    createdAt: time,
  },
  { resource: 'LookupRequest' },
)
export type Lookup = Row<typeof lookups>

/** Institutions that the platform neither pays nor is paid by: one row per domain. */
export const blockedProviders = table(
  'blocked_providers',
  { domain: text(), createdAt: time },
  { key: 'domain', changing: ['createdAt'] },
)
