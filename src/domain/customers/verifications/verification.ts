/** Verification resource: table, presenter, state machine. */
import { verificationLifecycle } from '../../../../contract/customers/verification-lifecycle.ts'
import type {
  VerificationError,
  Verification as WireVerification,
} from '../../../../contract/customers/verifications.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { int, json, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'

export const verifications = table(
  'verifications',
  {
    id: uuid,
    customerId: uuid,
    status: text<StateOf<typeof verificationLifecycle>>(),
    errors: json<readonly VerificationError[]>(),
    version: int,
    createdAt: time,
    updatedAt: time,
  },
  { resource: 'Verification', changing: ['status', 'errors', 'version', 'updatedAt'] },
)
export type Verification = Row<typeof verifications>

export const presentVerification = (row: Verification): WireVerification => ({
  id: wireId('Verification', row.id),
  customerId: wireId('Customer', row.customerId),
  verificationStatus: row.status,
  errors: [...row.errors],
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
})

export const verificationMachine: Machine<Verification, keyof typeof verificationLifecycle.moves> = {
  lifecycle: verificationLifecycle,
  table: verifications,
  eventType: (_row, event) => `VERIFICATION.${event}`,
  present: presentVerification,
}
