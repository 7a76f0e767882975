/** Sandbox scenarios of checks: of the name at a bank, of businesses and of their beneficial owners. */
import type { EventType } from '../../events/events.ts'
import { BENEFICIARY_OUTCOMES, IDENTITY_OUTCOMES, sentencesOf, type VerificationOutcome } from '../outcomes.ts'
import type { Course } from './course.ts'
import { americanAccount } from './payments.ts'
import { type Call, endingWord, NO_OUTCOME, type Scenario } from './scenario.ts'

/** Without money, and without waiting. */
const courseAtOnce = (result: Course['result'], types: readonly EventType[] = []): Course => ({
  steps: [{ afterMs: 0, events: types.map((type) => ({ type })), postings: [] }],
  result,
})

const accountCheck = (ending: string, { status, scenario }: { status: string; scenario: string }): Scenario => ({
  id: `account-check-${ending}`,
  kind: 'ACCOUNT_CHECK',
  chosenBy: endingWord(ending),
  sentence: scenario,
  objectId: { ref: 'bankAccount.id' },
  ...(status === 'INVALID_ACCOUNT'
    ? { isRefused: true, course: courseAtOnce({ code: 'INVALID_BANK_ACCOUNT' }) }
    : { course: courseAtOnce({ beneficiaryVerificationStatus: status }) }),
  // Of another bank than transfers, so that all can be run with the same digits.
  calls: (digits) => [americanAccount(`3${digits.slice(4)}${ending}`)],
})

/** @param name unique among the customers of a platform */
const business = (name: string, ending: string): Call => ({
  as: 'business',
  operation: 'createCustomer',
  input: {
    customerType: 'BUSINESS',
    platformCustomerId: `harbor-paper-${name}`,
    region: 'US',
    businessInfo: { legalName: 'Harbor Paper Co.', registrationNumber: `HP-${ending}` },
  },
})

/** Status of a verification that has ended, or has not; the tables name only what is not approved. */
const statusFor = (ending: string): 'APPROVED' | VerificationOutcome['outcome'] =>
  IDENTITY_OUTCOMES[ending]?.outcome ?? 'APPROVED'

const verification = (ending: string, sentence: string): Scenario => {
  const kybStatus = statusFor(ending)
  const ended: EventType[] = kybStatus === 'PENDING' ? [] : [`CUSTOMER.KYB_${kybStatus}`]
  return {
    id: `verification-${ending}`,
    kind: 'VERIFICATION',
    chosenBy: endingWord(ending),
    sentence,
    objectId: { ref: 'business.id' },
    course: courseAtOnce({ kybStatus }, ['CUSTOMER.KYB_PENDING', ...ended]),
    calls: (digits) => [
      business(`${digits}-${ending}`, ending),
      { as: 'verification', operation: 'createVerification', input: { customerId: { ref: 'business.id' } } },
    ],
  }
}

const owner = (ending: string, sentence: string): Scenario => ({
  id: `owner-${ending}`,
  kind: 'OWNER',
  chosenBy: endingWord(ending),
  sentence,
  objectId: { ref: 'owner.id' },
  course: courseAtOnce({ kycStatus: statusFor(ending) }),
  calls: (digits) => [
    business(`${digits}-owner-${ending}`, NO_OUTCOME),
    {
      as: 'owner',
      operation: 'createBeneficialOwner',
      input: {
        customerId: { ref: 'business.id' },
        roles: ['UBO'],
        ownershipPercentage: 60,
        personalInfo: {
          firstName: 'Jane',
          lastName: `Doe ${ending}`,
          birthDate: '1980-05-17',
          nationality: 'US',
          address: { line1: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
          idType: 'SSN',
          identifier: '123-45-6789',
        },
      },
    },
  ],
})

const IDENTITY = [[NO_OUTCOME, 'It is approved.'] as const, ...sentencesOf(IDENTITY_OUTCOMES)]

export const CHECK_SCENARIOS: readonly Scenario[] = [
  accountCheck(NO_OUTCOME, { status: 'MATCHED', scenario: 'The name at the bank is the same.' }),
  ...Object.entries(BENEFICIARY_OUTCOMES).map(([ending, outcome]) => accountCheck(ending, outcome)),
  ...IDENTITY.map(([ending, sentence]) => verification(ending, sentence)),
  ...IDENTITY.map(([ending, sentence]) => owner(ending, sentence)),
]
