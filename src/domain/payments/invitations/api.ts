/** Handlers of the invitation operations. */
import { randomBytes } from 'node:crypto'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { createInvitation } from './create-invitation.ts'
import { cancelInvitation, claimInvitation, invitationCode } from './end-invitation.ts'
import { presentInvitation } from './present.ts'
import { getInvitation } from './queries.ts'

type Ids = 'createInvitation' | 'getInvitation' | 'claimInvitation' | 'cancelInvitation'

/** Of so many codes one is free, as long as a platform has no billions of invitations. */
const CODES = 4
const newCodes = () => Array.from({ length: CODES }, () => randomBytes(4).toString('hex'))

export const invitationApi = ({ store }: { store: Store }): HandlersOf<Ids> => ({
  createInvitation: {
    command: ({ body }) => {
      const codes = newCodes()
      const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt)
      return (rows) => presentInvitation(createInvitation(rows, codes, { ...body, expiresAt }))
    },
  },
  getInvitation: {
    read: async ({ platformId, params }) =>
      presentInvitation(await getInvitation(store, platformId, invitationCode(params.invitationCode))),
  },
  claimInvitation: {
    command:
      ({ params, body }) =>
      (rows) =>
        presentInvitation(claimInvitation(rows, params.invitationCode, body.inviteeUma)),
  },
  cancelInvitation: {
    command:
      ({ params }) =>
      (rows) =>
        presentInvitation(cancelInvitation(rows, params.invitationCode)),
  },
})
