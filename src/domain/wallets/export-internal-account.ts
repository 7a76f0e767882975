/** Wallet export use case: the authorization to export a wallet's key. The key itself never passes through here. */
import { wireId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import { requireSignature, type Signer } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { recordEvent } from '../../infra/states/move.ts'
import { accountMachine } from '../accounts/internal-account.ts'
import { findSparkAddress, walletKeys } from '../accounts/wallet-key.ts'
import { balances } from '../ledger/balance.ts'
import { claimUnusedClientKey, clientKeyReads } from './client-key.ts'
import { passkeyRequirement } from './passkey-policy.ts'
import { openChallenges } from './signatures/challenge.ts'
import { requireWallet } from './wallet.ts'

const DAY_MS = 24 * 60 * 60_000

/** Every export is a copy of the key that cannot be revoked. */
const EXPORTS_A_DAY = 3

export interface ExportKeys {
  readonly clientPublicKey: string
  /** The same key, if it must serve one wallet only (see client-key.ts). */
  readonly exclusiveKey: string | undefined
}

/** @throws SignatureNeeded; Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT (no wallet; a key that was used), ACCOUNT_NOT_ACTIVE (no key yet, frozen), FORBIDDEN (only by a passkey), RATE_LIMITED */
export function exportInternalAccount(
  rows: Rows,
  accountId: string,
  { clientPublicKey, exclusiveKey }: ExportKeys,
  signer: Signer | undefined,
): void {
  const account = requireWallet(rows, accountId, 'id', ...clientKeyReads(exclusiveKey))
  if (!rows.find(walletKeys, accountId)) refuse('ACCOUNT_NOT_ACTIVE', 'The wallet has no key yet; try again shortly')
  // With the key, the money could be moved past the freeze.
  if (rows.peek(balances, accountId)?.status === 'FROZEN') refuse('ACCOUNT_NOT_ACTIVE', 'The wallet is FROZEN')
  const noted = rows.find(openChallenges, accountId)
  const lately = noted?.exports.filter((moment) => moment > rows.now - DAY_MS) ?? []
  if (lately.length >= EXPORTS_A_DAY)
    throw new Refusal('RATE_LIMITED', `A wallet can be exported at most ${EXPORTS_A_DAY} times a day`, {
      retryAfterSeconds: Math.ceil(((lately[0] as number) + DAY_MS - rows.now) / 1000),
    })
  claimUnusedClientKey(rows, accountId, exclusiveKey)
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'exportInternalAccount',
    statement: `Export the recovery phrase of the wallet ${wallet}. Anyone who has it controls the money in the wallet.`,
    parameters: { accountId: wallet, clientPublicKey },
    accountIds: [accountId],
    ...passkeyRequirement(rows, accountId, 'EXPORT'),
  })
  const exports = [...lately, rows.now]
  if (noted) rows.change(openChallenges, noted, { exports })
  else rows.add(openChallenges, { id: accountId, open: [], exports })
  enqueue(rows, 'mailExportNotice', rows.now, accountId)
  recordEvent(
    rows,
    accountMachine(account, findSparkAddress(rows, account)),
    rows.get(balances, accountId),
    'EXPORTED',
    {},
  )
}
