/** Consent of wallet holders to card payments: which funding sources a card may draw on, and how consent begins and ends. */

import { createHash } from 'node:crypto'
import { spokenMoney } from '../../../core/currency.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import { accounts } from '../../accounts/tables.ts'
import type { Card } from '../card.ts'
import { type DelegatedKey, delegatedKeyMachine, delegatedKeys } from './delegated-key.ts'

/** Wallet (bare account id) → bare id of its ACTIVE delegated key for one card. */
export type Consents = Readonly<Record<string, string>>

export const isWallet = (rows: Rows, accountId: string): boolean =>
  rows.peek(accounts, accountId)?.type === 'EMBEDDED_WALLET'

/** Whether the card may set aside or take more from the account: from a wallet only while its holder agrees. */
export const mayDebit = (rows: Rows, { consents }: Pick<Card, 'consents'>, accountId: string): boolean =>
  consents[accountId] !== undefined || !isWallet(rows, accountId)

/** What is signed for, beside the wallet. */
interface Consent {
  readonly nickname: string
  /** The challenge that the holder's signature spent. */
  readonly challengeId: string
}

/** Adds a key for one wallet, which has none for this card. */
export const addDelegatedKey = (rows: Rows, cardId: string, accountId: string, consent: Consent): DelegatedKey =>
  rows.add(delegatedKeys, {
    id: rows.newId(),
    status: 'ACTIVE',
    cardId,
    accountId,
    fundingSourceId: fundingSourceId(cardId, accountId),
    ...consent,
    createdAt: rows.now,
    updatedAt: rows.now,
  })

/** Consents of a card whose funding sources are replaced by a signed request: kept, given and ended. */
export function replaceConsents(
  rows: Rows,
  { id, consents }: Pick<Card, 'id' | 'consents'>,
  fundingSources: readonly string[],
  consent: Consent,
): Consents {
  const wallets = fundingSources.filter((accountId) => isWallet(rows, accountId))
  revokeConsents(rows, consents, (accountId) => !wallets.includes(accountId))
  return Object.fromEntries(
    wallets.map((accountId) => [accountId, consents[accountId] ?? addDelegatedKey(rows, id, accountId, consent).id]),
  )
}

/** Ends the keys of some wallets, or of all of them. @returns the consents that are left */
export function revokeConsents(
  rows: Rows,
  consents: Consents,
  isEnding: (accountId: string) => boolean = () => true,
): Consents {
  const all = Object.entries(consents)
  const ending = all.filter(([accountId]) => isEnding(accountId))
  rows.together(...ending.map(([, keyId]) => [delegatedKeys, keyId] as const))
  for (const [, keyId] of ending)
    move(rows, delegatedKeyMachine, rows.get(delegatedKeys, keyId), 'revoke', { updatedAt: rows.now })
  return Object.fromEntries(all.filter((entry) => !ending.includes(entry)))
}

/** For the sentence that a holder signs. */
export const capLabel = ({ maxSpend, currency }: Pick<Card, 'maxSpend' | 'currency'>): string =>
  maxSpend === null ? 'without a cap on a purchase' : `at most ${spokenMoney(maxSpend, currency)} a purchase`

/** A UUID that follows from the pair, of version 8 (RFC 9562). */
function fundingSourceId(cardId: string, accountId: string): string {
  const hex = createHash('sha256').update(`${cardId}/${accountId}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
