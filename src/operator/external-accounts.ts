/** Owns what operators decide about external accounts: which of them take part in payments. */
import type { ExternalAccountMove } from '../domain/payments/external-accounts/external-account.ts'
import { judgeExternalAccount } from '../domain/payments/external-accounts/judge-external-account.ts'
import { idIn, type Operator, platformOf } from './operator.ts'

/** @returns the status afterwards. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_STATE_TRANSITION */
export async function decideExternalAccount(
  { store, engine }: Operator,
  account: string,
  decision: ExternalAccountMove,
): Promise<string> {
  const id = idIn(account, 'ExternalAccount')
  const platformId = await platformOf(store, 'external_accounts', id, 'ExternalAccount')
  return engine.run(platformId, (rows) => judgeExternalAccount(rows, { accountId: id, decision }).status)
}
