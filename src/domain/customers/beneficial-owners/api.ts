/** Beneficial owner operations: what each one does. */
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Identity } from '../../../providers/identity/port.ts'
import { presentBeneficialOwner } from './beneficial-owner.ts'
import { createBeneficialOwner } from './create-beneficial-owner.ts'
import { getBeneficialOwner, listBeneficialOwners } from './queries.ts'
import { changedPerson, updateBeneficialOwner } from './update-beneficial-owner.ts'

type Ids = 'createBeneficialOwner' | 'listBeneficialOwners' | 'getBeneficialOwner' | 'updateBeneficialOwner'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly identity: Identity
}

export const beneficialOwnerApi = ({ store, pages, identity }: Needs): HandlersOf<Ids> => ({
  createBeneficialOwner: {
    prepare: async ({ body }) => {
      const verdict = await identity.verifyOwner(body.personalInfo)
      return (rows) => presentBeneficialOwner(createBeneficialOwner(rows, { request: body, verdict }))
    },
  },
  listBeneficialOwners: { read: ({ platformId, query }) => listBeneficialOwners(store, pages, platformId, query) },
  getBeneficialOwner: {
    read: async ({ platformId, params }) =>
      presentBeneficialOwner(await getBeneficialOwner(store, platformId, bareId(params.beneficialOwnerId))),
  },
  updateBeneficialOwner: {
    prepare: async ({ platformId, params, body }) => {
      const ownerId = bareId(params.beneficialOwnerId)
      const person = changedPerson(await getBeneficialOwner(store, platformId, ownerId), body)
      const answer = person && { person, verdict: await identity.verifyOwner(person) }
      return (rows) => presentBeneficialOwner(updateBeneficialOwner(rows, { ownerId, request: body, answer }))
    },
  },
})
