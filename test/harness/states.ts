/** States of rows that take long to reach by requests, or that an operator causes: written directly through the engine. */
import { LIMITS } from '../../contract/limits.ts'
import { bareId } from '../../src/core/ids.ts'
import { customers } from '../../src/domain/customers/customer.ts'
import { balances } from '../../src/domain/ledger/balance.ts'
import { externalAccounts } from '../../src/domain/payments/external-accounts/external-account.ts'
import { type Platform, platforms } from '../../src/domain/platform/platform.ts'
import { sandboxFundInternalAccount } from '../../src/domain/sandbox/sandbox-fund-internal-account.ts'
import type { Table } from '../../src/engine/table.ts'
import type { TestApp } from './app.ts'

/** Changes a row as no request does. @param id wire id, or bare */
export const alter = <Row>(
  { app, platform }: TestApp,
  table: Table<Row>,
  id: string,
  changes: Partial<Row>,
): Promise<void> =>
  app.engine.run(platform.platformId, (rows) => void rows.change(table, rows.get(table, bareId(id)), changes))

/** Ids of the objects of a request, to which faults are added. */
interface Involved {
  readonly customerId: string
  readonly accountId: string
  /** An external account. */
  readonly payee: string
}
type Has<Name extends keyof Involved> = Pick<Involved, Name>

/** @param app of the file; called in tests only */
export const statesIn = (app: () => TestApp) => ({
  customerDeleted: ({ customerId }: Has<'customerId'>) => alter(app(), customers, customerId, { deletedAt: 1 }),
  customerRejected: ({ customerId }: Has<'customerId'>) => alter(app(), customers, customerId, { status: 'REJECTED' }),
  accountFrozen: ({ accountId }: Has<'accountId'>) => alter(app(), balances, accountId, { status: 'FROZEN' }),
  accountClosed: ({ accountId }: Has<'accountId'>) => alter(app(), balances, accountId, { status: 'CLOSED' }),
  /** Balance that leaves room for 200.00. */
  accountFull: ({ accountId }: Has<'accountId'>) =>
    app().app.engine.run(app().platform.platformId, (rows) => {
      sandboxFundInternalAccount(rows, { accountId: bareId(accountId), amount: BigInt(LIMITS.amount) - 20_000n })
    }),
  payeeDeleted: ({ payee }: Has<'payee'>) => alter(app(), externalAccounts, payee, { deletedAt: 1 }),
  payeeStopped: ({ payee }: Has<'payee'>) => alter(app(), externalAccounts, payee, { status: 'INACTIVE' }),
  platformWith: (changes: Partial<Platform>) => alter(app(), platforms, app().platform.platformId, changes),
})

/** Restricts every restrictable action of a platform's wallets to passkeys. */
export const PASSKEYS_ONLY: Platform['walletPolicy'] = {
  requireNonce: false,
  requirePasskeyFor: ['PAYMENT', 'EXPORT', 'CREDENTIALS'],
  paymentsAbove: 0,
}
