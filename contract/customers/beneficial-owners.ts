/** Beneficial owner operations and schemas: persons who own or control a business. */
import Type, { type Static } from 'typebox'
import { Address, Email, KycStatus, text } from '../elements.ts'
import { operations } from '../operation.ts'
import { Country, choice, Day, id, list, pageQuery, Timestamp } from '../schema.ts'

const BeneficialOwnerRole = choice(
  ['UBO', 'DIRECTOR', 'COMPANY_OFFICER', 'CONTROL_PERSON', 'TRUSTEE', 'GENERAL_PARTNER'],
  { $id: 'BeneficialOwnerRole' },
)
const IdentificationType = choice(['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'], { $id: 'IdentificationType' })

const name = (example: string) => text(255, { examples: [example] })
const required = {
  firstName: name('Jane'),
  lastName: name('Doe'),
  birthDate: Day,
  nationality: Country,
  address: Address,
  idType: IdentificationType,
  identifier: text(100, { description: 'Identification number of the type that `idType` states' }),
}
const optional = {
  middleName: Type.Optional(name('Ann')),
  email: Type.Optional(Email),
  phoneNumber: Type.Optional(
    Type.String({ pattern: '^\\+[1-9]\\d{1,14}$', description: 'E.164', examples: ['+14155550123'] }),
  ),
  countryOfIssuance: Type.Optional(Country),
}

export const BeneficialOwnerPersonalInfo = Type.Object(
  { ...required, ...optional },
  { $id: 'BeneficialOwnerPersonalInfo' },
)
export type BeneficialOwnerPersonalInfo = Static<typeof BeneficialOwnerPersonalInfo>
const BeneficialOwnerPersonalInfoUpdate = Type.Object(
  { ...Type.Partial(Type.Object(required)).properties, ...optional },
  { $id: 'BeneficialOwnerPersonalInfoUpdate' },
)

const roles = Type.Array(BeneficialOwnerRole, { minItems: 1, maxItems: 6, uniqueItems: true })
const ownershipPercentage = Type.Integer({ minimum: 0, maximum: 100, examples: [51] })

export const BeneficialOwner = Type.Object(
  {
    id: id('BeneficialOwner'),
    customerId: id('Customer'),
    roles,
    ownershipPercentage,
    personalInfo: BeneficialOwnerPersonalInfo,
    kycStatus: KycStatus,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'BeneficialOwner', description: 'A person who owns or controls a business' },
)
export type BeneficialOwner = Static<typeof BeneficialOwner>

export const BeneficialOwnerCreateRequest = Type.Object(
  { customerId: id('Customer'), roles, ownershipPercentage, personalInfo: BeneficialOwnerPersonalInfo },
  { $id: 'BeneficialOwnerCreateRequest' },
)
export type BeneficialOwnerCreateRequest = Static<typeof BeneficialOwnerCreateRequest>
export const BeneficialOwnerUpdateRequest = Type.Object(
  {
    roles: Type.Optional(roles),
    ownershipPercentage: Type.Optional(ownershipPercentage),
    personalInfo: Type.Optional(BeneficialOwnerPersonalInfoUpdate),
  },
  { $id: 'BeneficialOwnerUpdateRequest' },
)
export type BeneficialOwnerUpdateRequest = Static<typeof BeneficialOwnerUpdateRequest>

const tag = 'Verifications'
const params = Type.Object({ beneficialOwnerId: id('BeneficialOwner') })

export const beneficialOwnerOperations = operations({
  createBeneficialOwner: {
    method: 'POST',
    path: '/beneficial-owners',
    tag,
    summary: 'Add a beneficial owner',
    description: 'Only businesses have beneficial owners. The verification of the person starts immediately.',
    permission: 'MANAGE',
    body: BeneficialOwnerCreateRequest,
    replies: { 201: BeneficialOwner },
    errors: ['USER_NOT_FOUND', 'CUSTOMER_DELETED'],
  },
  listBeneficialOwners: {
    method: 'GET',
    path: '/beneficial-owners',
    tag,
    summary: 'List the beneficial owners of a business',
    permission: 'VIEW',
    query: Type.Object({ customerId: id('Customer'), ...pageQuery }),
    replies: { 200: list(BeneficialOwner, 'BeneficialOwnerListResponse') },
  },
  getBeneficialOwner: {
    method: 'GET',
    path: '/beneficial-owners/{beneficialOwnerId}',
    tag,
    summary: 'Get a beneficial owner',
    permission: 'VIEW',
    params,
    replies: { 200: BeneficialOwner },
  },
  updateBeneficialOwner: {
    method: 'PATCH',
    path: '/beneficial-owners/{beneficialOwnerId}',
    tag,
    summary: 'Change a beneficial owner',
    description:
      'Absent fields are unchanged, also inside `personalInfo`. If `personalInfo` changes, the person is verified again.',
    permission: 'MANAGE',
    params,
    body: BeneficialOwnerUpdateRequest,
    replies: { 200: BeneficialOwner },
    errors: ['CONFLICT'],
  },
})
