/** Simulated identity provider: individuals are approved on creation (decision 30); suffixes choose the outcome of others. */
import { IDENTITY_SCENARIOS } from '../../../contract/sandbox/outcomes.ts'
import type { Identity } from './port.ts'

interface Outcome {
  readonly outcome: 'PENDING' | 'REJECTED'
  readonly scenario: string
}

/** By the last three characters of a business's registration number, or of a beneficial owner's last name. */
export const IDENTITY_OUTCOMES: Readonly<Record<string, Outcome>> = {
  '001': { outcome: 'PENDING', scenario: IDENTITY_SCENARIOS['001'] },
  '002': { outcome: 'REJECTED', scenario: IDENTITY_SCENARIOS['002'] },
}

const outcomeFor = (text: string): Outcome['outcome'] | 'APPROVED' =>
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
