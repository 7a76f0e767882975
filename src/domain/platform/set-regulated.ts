/** Owns the operator's word that a platform is a regulated institution: it verifies its customers itself. */
import type { Rows } from '../../engine/rows.ts'
import { type Platform, platforms } from './tables.ts'

/** Holds for customers who are created or verified from now on; nobody who was approved loses that. @throws Refusal PLATFORM_NOT_FOUND */
export function setRegulated(rows: Rows, isRegulatedFinancialInstitution: boolean): Platform {
  const platform = rows.get(platforms, rows.platformId)
  return rows.change(platforms, platform, { isRegulatedFinancialInstitution, updatedAt: rows.now })
}
