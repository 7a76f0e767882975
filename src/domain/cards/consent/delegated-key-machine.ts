/** Delegated keys as things that move. Their card tells who pays; they have no events of their own. */

import { delegatedKeyLifecycle } from '../../../../contract/cards/delegated-key-lifecycle.ts'
import type { DelegatedKey as WireDelegatedKey } from '../../../../contract/cards/delegated-keys.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Machine } from '../../../infra/states/move.ts'
import { type DelegatedKey, delegatedKeys } from './tables.ts'

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
