/** Verification of the installation's ledger: its newest checkpoint, and whether its postings still match them. */
import Type, { type Static } from 'typebox'
import { LIMITS } from '../limits.ts'
import { operations } from '../operation.ts'
import { count, Timestamp } from '../schema.ts'

const key = Type.String({ description: 'Thumbprint of the key that signed it; note it elsewhere' })

const NewestLedgerCheckpoint = Type.Object(
  {
    checkpoint: Type.Optional(
      Type.Object(
        {
          number: count('Checkpoints are numbered from 1'),
          sealedAt: Timestamp,
          hash: Type.String(),
          key,
          postings: count('Postings of all checkpoints up to this one'),
        },
        { $id: 'LedgerCheckpoint', description: 'Absent: there is none yet' },
      ),
    ),
  },
  { $id: 'NewestLedgerCheckpoint' },
)
export type NewestLedgerCheckpoint = Static<typeof NewestLedgerCheckpoint>

const LedgerVerification = Type.Object(
  {
    checkpoints: count('Checkpoints that are intact'),
    postings: count('Postings that they seal'),
    unsealed: count('Postings after the last one of them'),
    head: Type.String({ description: '`<number>:<hash>` of the last one; note it elsewhere' }),
    key: Type.Optional(key),
    isIntact: Type.Boolean(),
    fault: Type.Optional(Type.String({ description: 'The first fault' })),
  },
  { $id: 'LedgerVerification' },
)
export type LedgerVerification = Static<typeof LedgerVerification>

export const ledgerVerificationOperations = operations({
  getLedgerCheckpoint: {
    method: 'GET',
    path: '/ledger/checkpoint',
    tag: 'Installation',
    summary: 'Get the newest checkpoint of the ledger',
    description: 'Checkpoints seal the postings of all platforms.',
    permission: 'VIEW',
    installation: true,
    replies: { 200: NewestLedgerCheckpoint },
  },
  verifyLedger: {
    method: 'GET',
    path: '/ledger/verification',
    tag: 'Installation',
    summary: 'Verify the ledger',
    description: `Verifies the signatures and the chain of all checkpoints, and recomputes the postings of the newest ${LIMITS.checkpoints}.`,
    permission: 'VIEW',
    installation: true,
    replies: { 200: LedgerVerification },
  },
})
