/** Submitted document rule: a document used by a submitted verification can be neither replaced nor deleted. */
import { refuse } from '../../../core/refusal.ts'
import type { Read, SeenRows } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { currentVerification, verificationReads } from '../verifications/current-verification.ts'
import { type Document, documents } from './document.ts'
import type { EarlierVerifications } from './queries.ts'

/** What the replacement or deletion of a document reads: the document, and what `refuseIfSubmitted` reads. */
export function submissionReads(seen: SeenRows, documentId: string): Read[] {
  const document = seen.lastSeen(documents, documentId)
  return [[documents, documentId], ...(document ? verificationReads(seen, document.customerId) : [])]
}

/** The commit proves the customer's row, so no submission can come in between. @throws Refusal CONFLICT */
export function refuseIfSubmitted(rows: Rows, { customerId }: Document, earlier: EarlierVerifications): void {
  const { current } = currentVerification(rows, customerId)
  if (current && current.status !== 'RESOLVE_ERRORS' && !earlier.has(current.id))
    refuse('CONFLICT', `The verification that uses this document is ${current.status}; upload another document instead`)
}
