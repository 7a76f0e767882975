/** Delegated key resource: table, state machine, presenter. It emits no events; its card does. */
import { delegatedKeyLifecycle } from '../../../../contract/cards/delegated-key-lifecycle.ts'
import type { DelegatedKey as WireDelegatedKey } from '../../../../contract/cards/delegated-keys.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'

export const delegatedKeys = table(
  'delegated_keys',
  {
    id: uuid,
    status: text<StateOf<typeof delegatedKeyLifecycle>>(),
    cardId: uuid,
    accountId: uuid,
    /** Derived from card and account: the same for every key of the pair. */
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

export const presentDelegatedKey = (key: DelegatedKey): WireDelegatedKey => ({
  id: wireId('DelegatedKey', key.id),
  cardId: wireId('Card', key.cardId),
  fundingSourceId: wireId('CardFundingSource', key.fundingSourceId),
  accountId: wireId('InternalAccount', key.accountId),
  nickname: key.nickname,
  status: key.status,
  createdAt: isoTime(key.createdAt),
  updatedAt: isoTime(key.updatedAt),
})

export const delegatedKeyMachine: Machine<DelegatedKey, keyof typeof delegatedKeyLifecycle.moves> = {
  lifecycle: delegatedKeyLifecycle,
  table: delegatedKeys,
  eventType: () => undefined,
  present: presentDelegatedKey,
}
