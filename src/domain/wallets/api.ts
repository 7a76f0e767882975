/** Owns what each operation on wallets does, and the change of a customer, whose address wallets may share. */
import { bareId, wireId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import { presentInternalAccount } from '../accounts/present.ts'
import { sparkAddressOf } from '../accounts/spark-address.ts'
import { watchedKey } from '../credentials/client-key.ts'
import { presentCustomer } from '../customers/present.ts'
import type { OwnersOf } from '../customers/queries.ts'
import { customers } from '../customers/tables.ts'
import { updateCustomer } from '../customers/update-customer.ts'
import { changeEmail } from './change-email.ts'
import { exportWallet } from './export-wallet.ts'
import { findSealedKey, tiedCredentials } from './queries.ts'
import { setPrivacy } from './set-privacy.ts'

interface Needs {
  readonly store: Store
  readonly custodian: Custodian
  readonly ownersOf: OwnersOf
}

export const walletApi = ({
  store,
  custodian,
  ownersOf,
}: Needs): HandlersOf<'updateInternalAccount' | 'exportInternalAccount' | 'updateCustomerById'> => ({
  updateInternalAccount: {
    command:
      ({ params, body, signer }) =>
      (rows) => {
        const { account, balance } = setPrivacy(rows, bareId(params.id), body.privateEnabled as boolean, signer)
        return presentInternalAccount(account, balance, sparkAddressOf(rows, account))
      },
  },
  exportInternalAccount: {
    prepare: async ({ platformId, params, body: { clientPublicKey }, signer }) => {
      const id = bareId(params.id)
      const sealedKey = signer && (await findSealedKey(store, platformId, id))
      const sealed =
        sealedKey && (await custodian.exportMnemonic({ platformId, sealedKey }, clientPublicKey, platformId))
      return (rows) => {
        exportWallet(rows, id, { clientPublicKey, watchedKey: watchedKey(custodian, clientPublicKey) }, signer)
        return { id: wireId('InternalAccount', id), encryptedWalletCredentials: sealed as string }
      }
    },
  },
  updateCustomerById: {
    prepare: async ({ platformId, params, body, signer }) => {
      const customerId = bareId(params.customerId)
      const { email } = body
      const [owners, tied] = await Promise.all([
        ownersOf(platformId, body.customerType === 'BUSINESS' ? [customerId] : []),
        email === undefined ? [] : tiedCredentials(store, platformId, customerId),
      ])
      return (rows) => {
        const before = rows.get(customers, customerId)
        const changed = updateCustomer(rows, customerId, body)
        if (email !== undefined && email !== before.email) changeEmail(rows, { customerId, email, tied }, signer)
        return presentCustomer(changed, owners.get(customerId) ?? [])
      }
    },
  },
})
