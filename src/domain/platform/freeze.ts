/**
 * Freezes: what operators have stopped, and the checks of the commands that move money out. Accounts, cards and agents
 * also have the freeze in their own status; a customer, a token and a platform have it only here.
 */
import type { Freezable } from '../../../contract/operators/freezes.ts'
import { wireId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { bool, type Row, table, text, time } from '../../engine/table.ts'

/**
 * Rows are added and removed, never changed, so a check costs no lock: it assumes that there is no freeze, and the commit
 * proves it.
 */
export const freezes = table(
  'freezes',
  {
    /** Wire id of what is frozen; `Rail:<id>` of a rail, whose platform is the installation. */
    key: text(),
    reason: text(),
    /** Name of the operator, or of the account on the machine. */
    frozenBy: text(),
    frozenAt: time,
    /** The freeze has changed the status, which the release reverses. */
    restores: bool,
  },
  { key: 'key' },
)

export type Freeze = Row<typeof freezes>

/** @param stop changes the status of what is frozen, and returns whether the release reverses that. @throws Refusal CONFLICT when it is frozen; what `stop` throws */
export function addFreeze(rows: Rows, freeze: Omit<Freeze, 'frozenAt' | 'restores'>, stop: () => boolean): void {
  const known = rows.find(freezes, freeze.key)
  if (known) refuse('CONFLICT', `${freeze.key} is frozen already: ${known.reason}`)
  rows.add(freezes, { ...freeze, frozenAt: rows.now, restores: stop() })
}

/** @param frozenAt the freeze that is meant; undefined: the one that there is. @throws Refusal INVALID_STATE_TRANSITION when it is not frozen, or was frozen again */
export function removeFreeze(rows: Rows, key: string, frozenAt?: number): Freeze {
  const known = rows.find(freezes, key)
  if (!known) refuse('INVALID_STATE_TRANSITION', `${key} is not frozen`)
  if (frozenAt !== undefined && known.frozenAt !== frozenAt)
    refuse('INVALID_STATE_TRANSITION', `${key} was released and frozen again`)
  rows.remove(freezes, known)
  return known
}

/** Whether an operator has frozen it. The batch is committed only if no freeze is added before. */
export const isFrozen = (rows: Rows, resource: Freezable, id: string): boolean =>
  rows.presume(freezes, wireId(resource, id)) !== undefined

const isPlatformFrozen = (rows: Rows): boolean => isFrozen(rows, 'PlatformConfig', rows.platformId)

/** Whether the owner of an account may pay nothing, because an operator has frozen it or the platform. @param customerId null: the platform itself */
export const isOwnerFrozen = (rows: Rows, customerId: string | null): boolean =>
  isPlatformFrozen(rows) || (customerId !== null && isFrozen(rows, 'Customer', customerId))

/** @param customerId as in `isOwnerFrozen`. @throws Refusal FORBIDDEN for a frozen platform, USER_NOT_READY for a frozen customer */
export function refuseFrozenOwner(rows: Rows, customerId: string | null): void {
  if (isPlatformFrozen(rows)) throw platformFrozen()
  if (customerId !== null && isFrozen(rows, 'Customer', customerId))
    refuse('USER_NOT_READY', 'The operator has frozen the customer, who cannot pay until it is released', {
      frozen: 'CUSTOMER',
    })
}

/** For every request that may change something. @param tokenId absent: the caller is not a token. @throws Refusal FORBIDDEN */
export function refuseFrozenCaller(rows: Rows, tokenId: string | undefined): void {
  if (isPlatformFrozen(rows)) throw platformFrozen()
  if (tokenId !== undefined && isFrozen(rows, 'Token', tokenId)) throw tokenFrozen()
}

export const tokenFrozen = (): Refusal =>
  new Refusal('FORBIDDEN', 'The operator has frozen this token', { frozen: 'TOKEN' })

const platformFrozen = (): Refusal =>
  new Refusal('FORBIDDEN', 'The operator has frozen the platform: it can read, and change nothing', {
    frozen: 'PLATFORM',
  })
