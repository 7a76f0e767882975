/** Wallet export use case: the authorization to export a wallet's key. The key itself never passes through here. */
import { wireId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import { command } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { recordEvent } from '../../infra/state-machines/move.ts'
import { accountMachine } from '../accounts/internal-account.ts'
import { walletKeys } from '../accounts/wallet-key.ts'
import { balances } from '../ledger/balance.ts'
import { isOwnerFrozen } from '../platform/freeze.ts'
import { claimClientKey, clientKeyReads, refuseUsedClientKey } from './client-key.ts'
import { passkeyRequirement } from './passkey-policy.ts'
import { openChallenges } from './signatures/challenge.ts'
import { requireWallet, walletReads } from './wallet.ts'

const DAY_MS = 24 * 60 * 60_000

/** Every export is a copy of the key that cannot be revoked. */
const EXPORTS_A_DAY = 3

export interface WalletExport {
  readonly accountId: string
  readonly clientPublicKey: string
  /** The same key, if it must serve one wallet only (see client-key.ts). */
  readonly exclusiveKey: string | undefined
}

/**
 * @throws SignatureNeeded; Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT (no wallet; a key that was used),
 * ACCOUNT_NOT_ACTIVE (no key yet, frozen), RATE_LIMITED, FORBIDDEN (only by a passkey), UNAUTHORIZED
 */
export const exportInternalAccount = command({
  reads: (_seen, { accountId, exclusiveKey }: WalletExport) => [
    ...walletReads(accountId),
    ...clientKeyReads(exclusiveKey),
    [walletKeys, accountId],
    [openChallenges, accountId],
  ],
  signature(rows, { accountId, clientPublicKey, exclusiveKey }) {
    const { customerId } = requireWallet(rows, accountId, 'id')
    if (!rows.find(walletKeys, accountId)) refuse('ACCOUNT_NOT_ACTIVE', 'The wallet has no key yet; try again shortly')
    // With the key, the money could be moved despite the freeze.
    if (rows.get(balances, accountId).status === 'FROZEN' || isOwnerFrozen(rows, customerId))
      refuse('ACCOUNT_NOT_ACTIVE', 'The wallet is FROZEN')
    const recent = recentExports(rows, accountId)
    if (recent.length >= EXPORTS_A_DAY)
      throw new Refusal('RATE_LIMITED', `A wallet can be exported at most ${EXPORTS_A_DAY} times a day`, {
        retryAfterSeconds: Math.ceil(((recent[0] as number) + DAY_MS - rows.now) / 1000),
      })
    refuseUsedClientKey(rows, exclusiveKey)
    const wallet = wireId('InternalAccount', accountId)
    return {
      operation: 'exportInternalAccount',
      statement: `Export the recovery phrase of the wallet ${wallet}. Anyone who has it controls the money in the wallet.`,
      parameters: { accountId: wallet, clientPublicKey },
      accountIds: [accountId],
      ...passkeyRequirement(rows, accountId, 'EXPORT'),
    }
  },
  run(rows, { accountId, exclusiveKey }): void {
    claimClientKey(rows, accountId, exclusiveKey)
    const noted = rows.find(openChallenges, accountId)
    const exports = [...recentExports(rows, accountId), rows.now]
    if (noted) rows.change(openChallenges, noted, { exports })
    else rows.add(openChallenges, { id: accountId, open: [], exports })
    enqueue(rows, 'mailExportNotice', rows.now, accountId)
    recordEvent(rows, accountMachine, rows.get(balances, accountId), 'EXPORTED', {})
  },
})

/** Times of the exports within the last day, oldest first. */
const recentExports = (rows: Rows, accountId: string): number[] =>
  rows.find(openChallenges, accountId)?.exports.filter((moment) => moment > rows.now - DAY_MS) ?? []
