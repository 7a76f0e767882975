/** Owns the table of a platform's customers. */
import type { customerLifecycle } from '../../../contract/customers/customer-lifecycle.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'
import { int, json, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'
import type { CustomerProfile } from './profile.ts'

export const customers = table(
  'customers',
  {
    id: uuid,
    platformCustomerId: text(),
    type: text<'INDIVIDUAL' | 'BUSINESS'>(),
    /** KYC of an individual, KYB of a business. */
    status: text<StateOf<typeof customerLifecycle>>(),
    umaAddress: text(),
    email: orNull(text()),
    region: orNull(text()),
    currencies: orNull(json<readonly string[]>()),
    /** Everything else that the customer's GET shows. */
    profile: json<CustomerProfile>(),
    version: int,
    createdAt: time,
    updatedAt: time,
    deletedAt: orNull(time),
  },
  {
    resource: 'Customer',
    changing: ['status', 'umaAddress', 'email', 'currencies', 'profile', 'version', 'updatedAt', 'deletedAt'],
    cached: true,
  },
)
export type Customer = Row<typeof customers>
