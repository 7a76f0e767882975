/** Wallet privacy use case. */
import { wireId } from '../../core/ids.ts'
import { requireSignature, type Signer } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Account } from '../accounts/internal-account.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import { requireWallet } from './wallet.ts'

/** @throws SignatureNeeded; Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT (no wallet), UNAUTHORIZED */
export function updateInternalAccount(
  rows: Rows,
  accountId: string,
  privateEnabled: boolean,
  signer: Signer | undefined,
): { account: Account; balance: Balance } {
  const account = requireWallet(rows, accountId, 'id')
  const wallet = wireId('InternalAccount', accountId)
  requireSignature(signer, {
    operation: 'updateInternalAccount',
    statement: `${privateEnabled ? 'Hide' : 'Show'} the history of the wallet ${wallet}.`,
    parameters: { accountId: wallet, privateEnabled },
    accountIds: [accountId],
  })
  const balance = rows.get(balances, accountId)
  if (balance.privateEnabled === privateEnabled) return { account, balance }
  return { account, balance: rows.change(balances, balance, { privateEnabled, updatedAt: rows.now }) }
}
