/** Delegated key operations: what each one does. */
import { bareId } from '../../../core/ids.ts'
import { refuseField } from '../../../core/refusal.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { createDelegatedKey } from './create-delegated-key.ts'
import { presentDelegatedKey } from './delegated-key.ts'
import { getDelegatedKey, listDelegatedKeys } from './queries.ts'
import { revokeDelegatedKey } from './revoke-delegated-key.ts'

type Ids = 'createDelegatedKey' | 'listDelegatedKeys' | 'getDelegatedKey' | 'revokeDelegatedKey'

const optionalBareId = (id: string | undefined) => (id === undefined ? undefined : bareId(id))

export const delegatedKeyApi = ({ store }: { readonly store: Store }): HandlersOf<Ids> => ({
  createDelegatedKey: {
    command:
      ({ body, signer }) =>
      (rows) =>
        presentDelegatedKey(createDelegatedKey(rows, body, signer)),
  },
  listDelegatedKeys: {
    read: async ({ platformId, query: { accountId, fundingSourceId, cardId } }) => {
      const filter = {
        accountId: optionalBareId(accountId),
        fundingSourceId: optionalBareId(fundingSourceId),
        cardId: optionalBareId(cardId),
      }
      if (Object.values(filter).every((id) => id === undefined))
        refuseField('INVALID_INPUT', 'accountId', 'is required, or fundingSourceId or cardId')
      return { data: (await listDelegatedKeys(store, platformId, filter)).map(presentDelegatedKey) }
    },
  },
  getDelegatedKey: {
    read: async ({ platformId, params }) =>
      presentDelegatedKey(await getDelegatedKey(store, platformId, bareId(params.id))),
  },
  revokeDelegatedKey: {
    command:
      ({ params }) =>
      (rows) =>
        revokeDelegatedKey(rows, bareId(params.id)) as undefined,
  },
})
