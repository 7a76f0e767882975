/** Simulated identity provider: individuals are approved on creation (decision 30); suffixes choose the outcome of others. */
import { IDENTITY_OUTCOMES, type VerificationOutcome } from '../../../contract/sandbox/outcomes.ts'
import type { Identity } from './port.ts'

const outcomeFor = (text: string): VerificationOutcome['outcome'] | 'APPROVED' =>
  IDENTITY_OUTCOMES[text.slice(-3)]?.outcome ?? 'APPROVED'

export const sandboxIdentity: Identity = {
  initialStatus: ({ type, platformIsRegulated }) =>
    platformIsRegulated || type === 'INDIVIDUAL' ? 'APPROVED' : 'UNVERIFIED',

  async verify({ id, type, profile }) {
    if (type === 'INDIVIDUAL') return { outcome: 'APPROVED' }
    const registrationNumber = profile.businessInfo?.registrationNumber
    if (registrationNumber === undefined) {
      const reason = 'A business is verified by its registration number'
      return {
        outcome: 'RESOLVE_ERRORS',
        errors: [{ resourceId: id, type: 'MISSING_FIELD', field: 'businessInfo.registrationNumber', reason }],
      }
    }
    const outcome = outcomeFor(registrationNumber)
    if (outcome === 'PENDING') return { outcome: 'IN_PROGRESS' }
    if (outcome === 'APPROVED') return { outcome }
    return {
      outcome,
      errors: [
        {
          resourceId: id,
          type: 'APPLICANT_REJECTED',
          reason: 'The registration number ends in 002, which the sandbox rejects',
        },
      ],
    }
  },

  verifyOwner: async ({ lastName }) => outcomeFor(lastName),
}
