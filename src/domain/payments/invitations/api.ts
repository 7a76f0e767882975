/** Handlers of the invitation operations. */
import { randomBytes } from 'node:crypto'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { parseUmaAddress } from '../receivers/find-receiver.ts'
import { cancelInvitation } from './cancel-invitation.ts'
import { claimInvitation } from './claim-invitation.ts'
import { createInvitation } from './create-invitation.ts'
import { getInvitation } from './get-invitation.ts'
import { invitationCode, presentInvitation } from './invitation.ts'

type Ids = 'createInvitation' | 'getInvitation' | 'claimInvitation' | 'cancelInvitation'

/** Enough for one of them to be free, unless a platform has billions of invitations. */
const CODES = 4
const newCodes = () => Array.from({ length: CODES }, () => randomBytes(4).toString('hex'))

export const invitationApi = ({ store }: { store: Store }): HandlersOf<Ids> => ({
  createInvitation: {
    command: ({ body }) => {
      const codes = newCodes()
      const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt)
      return (rows) => presentInvitation(createInvitation(rows, { ...body, codes, expiresAt }))
    },
  },
  getInvitation: {
    read: async ({ platformId, params }) =>
      presentInvitation(await getInvitation(store, platformId, invitationCode(params.invitationCode))),
  },
  claimInvitation: {
    command: ({ params, body }) => {
      const inviteeUma = parseUmaAddress(body.inviteeUma, 'inviteeUma')
      return (rows) => presentInvitation(claimInvitation(rows, { code: params.invitationCode, inviteeUma }))
    },
  },
  cancelInvitation: {
    command:
      ({ params }) =>
      (rows) =>
        presentInvitation(cancelInvitation(rows, params.invitationCode)),
  },
})
