/** Table of delegated keys: which wallet pays for which card, and the signature by which its holder agreed. */
import type { delegatedKeyLifecycle } from '../../../../contract/cards/delegated-key-lifecycle.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { type Row, table, text, time, uuid } from '../../../engine/table.ts'

export const delegatedKeys = table(
  'delegated_keys',
  {
    id: uuid,
    status: text<StateOf<typeof delegatedKeyLifecycle>>(),
    cardId: uuid,
    accountId: uuid,
    /** Follows from card and account: the same for every key of the pair. */
    fundingSourceId: uuid,
    nickname: text(),
    /** The challenge that the holder's signature spent. */
    challengeId: uuid,
    createdAt: time,
    updatedAt: time,
  },
  { resource: 'DelegatedKey', changing: ['status', 'updatedAt'] },
)
export type DelegatedKey = Row<typeof delegatedKeys>
