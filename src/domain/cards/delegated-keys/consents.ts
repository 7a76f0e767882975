/** Consent of wallet holders to card payments: which funding sources a card may debit, and how consent starts and ends. */
import { createHash } from 'node:crypto'
import { formatMoney } from '../../../core/currency.ts'
import type { Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { accounts } from '../../accounts/internal-account.ts'
import type { Card } from '../card.ts'
import { type DelegatedKey, delegatedKeyMachine, delegatedKeys } from './delegated-key.ts'

/** Wallet (bare account id) → bare id of its ACTIVE delegated key for one card. */
export type Consents = Readonly<Record<string, string>>

export const isWallet = (rows: Rows, accountId: string): boolean =>
  rows.peek(accounts, accountId)?.type === 'EMBEDDED_WALLET'

/** Whether the card may hold or debit more on the account: on a wallet only with its holder's consent. */
export const mayDebit = (rows: Rows, { consents }: Pick<Card, 'consents'>, accountId: string): boolean =>
  consents[accountId] !== undefined || !isWallet(rows, accountId)

interface Consent {
  readonly nickname: string
  /** The challenge that the holder's signature spent. */
  readonly challengeId: string
}

/** Adds a key for a wallet that has none for this card. */
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

/** The consents after a signed request replaced the funding sources of a card: kept, added and revoked. */
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

/** Keys that `revokeConsents` may revoke. @param card as seen last */
export const consentReads = (card: Pick<Card, 'consents'> | undefined): Read[] =>
  Object.values(card?.consents ?? {}).map((keyId): Read => [delegatedKeys, keyId])

/** Revokes the keys of some wallets, or of all. @returns the remaining consents */
export function revokeConsents(
  rows: Rows,
  consents: Consents,
  isRevoked: (accountId: string) => boolean = () => true,
): Consents {
  const all = Object.entries(consents)
  const revoked = all.filter(([accountId]) => isRevoked(accountId))
  for (const [, keyId] of revoked)
    move(rows, delegatedKeyMachine, rows.get(delegatedKeys, keyId), 'revoke', { updatedAt: rows.now })
  return Object.fromEntries(all.filter((entry) => !revoked.includes(entry)))
}

/** The cap as the statement of a signed payload states it. */
export const capLabel = ({ maxSpend, currency }: Pick<Card, 'maxSpend' | 'currency'>): string =>
  maxSpend === null ? 'without a cap on a purchase' : `at most ${formatMoney(maxSpend, currency)} per purchase`

/** UUID of version 8 (RFC 9562), derived from the pair. */
function fundingSourceId(cardId: string, accountId: string): string {
  const hex = createHash('sha256').update(`${cardId}/${accountId}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] as string, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
