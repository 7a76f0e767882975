/** Owns what each sandbox operation does. */
import { bareId } from '../../core/ids.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import { presentInternalAccount } from '../accounts/present.ts'
import { fundAccount } from './fund-account.ts'

export const sandboxApi = (): HandlersOf<'sandboxFundInternalAccount'> => ({
  sandboxFundInternalAccount: {
    command: ({ params, body }) => (rows) => {
      const { account, balance } = fundAccount(rows, bareId(params.accountId), BigInt(body.amount))
      return presentInternalAccount(account, balance)
    },
  },
})
