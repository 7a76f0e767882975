/**
 * Blocked institutions, by the domain of their UMA addresses: a platform neither pays them nor is paid by them. Set by
 * the operator.
 */
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { table, text, time } from '../../../engine/table.ts'

/** Institutions that the platform neither pays nor is paid by: one row per domain. */
export const blockedProviders = table(
  'blocked_providers',
  { domain: text(), createdAt: time },
  { key: 'domain', changing: ['createdAt'] },
)

/** The institution's domain in a UMA address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Addresses at the domain can no longer be looked up, be paid or pay. Idempotent. */
export const blockProvider = command({
  reads: (_seen, domain: string) => [[blockedProviders, domain]],
  run(rows, domain): void {
    if (!rows.find(blockedProviders, domain)) rows.add(blockedProviders, { domain, createdAt: rows.now })
  },
})

export const unblockProvider = command({
  reads: (_seen, domain: string) => [[blockedProviders, domain]],
  run(rows, domain): void {
    const blocked = rows.find(blockedProviders, domain)
    if (blocked) rows.remove(blockedProviders, blocked)
  },
})

/** @throws Refusal COUNTERPARTY_NOT_ALLOWED for an address at a blocked institution */
export function refuseBlocked(rows: Rows, address: string): void {
  if (rows.peek(blockedProviders, domainOf(address))) refuseInstitution()
}

export function refuseInstitution(): never {
  refuse('COUNTERPARTY_NOT_ALLOWED', 'The platform has blocked the institution behind this UMA address')
}
