/** Owns the operator's word on what the wallets of a platform demand beyond the usual. */
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { WalletPolicy } from './settings.ts'
import { type Platform, platforms } from './tables.ts'

/** Holds for every request from now on. @throws Refusal PLATFORM_NOT_FOUND, INVALID_INPUT */
export function setWalletPolicy(rows: Rows, walletPolicy: WalletPolicy): Platform {
  if (!Number.isSafeInteger(walletPolicy.paymentsAbove) || walletPolicy.paymentsAbove < 0)
    refuseField('INVALID_INPUT', 'paymentsAbove', 'must be an amount in minor units, 0 or more')
  const platform = rows.get(platforms, rows.platformId)
  return rows.change(platforms, platform, { walletPolicy, updatedAt: rows.now })
}
