/** Wallet privacy use case. */
import { wireId } from '../../core/ids.ts'
import { command } from '../../engine/command.ts'
import { type Account, accounts } from '../accounts/internal-account.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import { requireWallet, walletReads } from './wallet.ts'

export interface PrivacyUpdate {
  readonly accountId: string
  /** Whether the wallet's history is hidden. */
  readonly privateEnabled: boolean
}

/** @throws SignatureNeeded; Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT (no wallet), ACCOUNT_NOT_ACTIVE, UNAUTHORIZED */
export const updateInternalAccount = command({
  reads: (_seen, { accountId }: PrivacyUpdate) => [...walletReads(accountId), [balances, accountId]],
  signature(rows, { accountId, privateEnabled }) {
    requireWallet(rows, accountId, 'id')
    const wallet = wireId('InternalAccount', accountId)
    return {
      operation: 'updateInternalAccount',
      statement: `${privateEnabled ? 'Hide' : 'Show'} the history of the wallet ${wallet}.`,
      parameters: { accountId: wallet, privateEnabled },
      accountIds: [accountId],
    }
  },
  run(rows, { accountId, privateEnabled }): { account: Account; balance: Balance } {
    const account = rows.get(accounts, accountId)
    const balance = rows.get(balances, accountId)
    if (balance.privateEnabled === privateEnabled) return { account, balance }
    return { account, balance: rows.change(balances, balance, { privateEnabled, updatedAt: rows.now }) }
  },
})
