/** Manual verification: a customer is approved only by an operator or a regulated platform. */
import type { Identity } from './port.ts'
import { missingRequirements } from './requirements.ts'

/** Only complete applications go to manual review. */
export const manualIdentity: Identity = {
  initialStatus: ({ platformIsRegulated }) => (platformIsRegulated ? 'APPROVED' : 'UNVERIFIED'),
  async verify(applicant) {
    if (applicant.platformIsRegulated) return { outcome: 'APPROVED' }
    const [first, ...more] = missingRequirements(applicant)
    return first ? { outcome: 'RESOLVE_ERRORS', errors: [first, ...more] } : { outcome: 'PENDING_MANUAL_REVIEW' }
  },
  verifyOwner: async () => 'PENDING',
}
