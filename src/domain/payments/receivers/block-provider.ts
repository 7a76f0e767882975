/** Blocked institutions: those that a platform neither pays nor is paid by, by the domain of their UMA addresses; set by the operator. */
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { blockedProviders } from './tables.ts'

/** The part of a UMA address that says whose it is. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** From now on nobody there can be looked up, be paid or pay. Twice is once. */
export function blockProvider(rows: Rows, domain: string): void {
  if (!rows.find(blockedProviders, domain)) rows.add(blockedProviders, { domain, createdAt: rows.now })
}

export function unblockProvider(rows: Rows, domain: string): void {
  const blocked = rows.find(blockedProviders, domain)
  if (blocked) rows.remove(blockedProviders, blocked)
}

/** @throws Refusal COUNTERPARTY_NOT_ALLOWED for an address at a blocked institution */
export function refuseBlocked(rows: Rows, address: string): void {
  if (rows.peek(blockedProviders, domainOf(address))) refuseInstitution()
}

export function refuseInstitution(): never {
  refuse('COUNTERPARTY_NOT_ALLOWED', 'The platform has blocked the institution behind this UMA address')
}
