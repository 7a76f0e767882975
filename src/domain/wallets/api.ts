/** Wallet operations: what each one does. `updateCustomerById` is among them because wallets may use the customer's email address. */
import { bareId, wireId } from '../../core/ids.ts'
import type { HolderApproval } from '../../core/wallet-approval.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import { presentInternalAccount } from '../accounts/internal-account.ts'
import { findSparkAddress } from '../accounts/wallet-key.ts'
import { customers, presentCustomer } from '../customers/customer.ts'
import type { LoadOwners } from '../customers/queries.ts'
import { updateCustomer } from '../customers/update-customer.ts'
import { exclusiveKey } from './client-key.ts'
import { credentialApi } from './credentials/api.ts'
import { exportInternalAccount } from './export-internal-account.ts'
import { findCustomerEmailCredentials, findSealedWallet } from './queries.ts'
import { sessionApi } from './sessions/api.ts'
import { changeEmail, type EmailChange } from './update-customer-by-id.ts'
import { updateInternalAccount } from './update-internal-account.ts'

interface WalletNeeds {
  readonly store: Store
  readonly custodian: Custodian
  readonly ownersOf: LoadOwners
}
type Needs = WalletNeeds & Parameters<typeof credentialApi>[0] & Parameters<typeof sessionApi>[0]

type Ids = 'updateInternalAccount' | 'exportInternalAccount' | 'updateCustomerById'

/** The custodian's certificates for credentials whose address changes, by bare id. @throws as `Custodian.certifyCredential` */
async function certifyNewEmail(
  { store, custodian }: Pick<WalletNeeds, 'store' | 'custodian'>,
  platformId: string,
  { email, tied }: Pick<EmailChange, 'email' | 'tied'>,
  approval: HolderApproval,
): Promise<Map<string, string>> {
  const certificates = new Map<string, string>()
  for (const { id, accountId } of tied) {
    const wallet = await findSealedWallet(store, platformId, accountId)
    if (wallet) certificates.set(id, await custodian.certifyCredential(wallet, { type: 'EMAIL_OTP', email }, approval))
  }
  return certificates
}

/** All operations of wallets, credentials and sessions. */
export const walletApi = (needs: Needs) => ({
  ...walletHandlers(needs),
  ...credentialApi(needs),
  ...sessionApi(needs),
})

const walletHandlers = ({ store, custodian, ownersOf }: WalletNeeds): HandlersOf<Ids> => ({
  updateInternalAccount: {
    command:
      ({ params, body, signer }) =>
      (rows) => {
        const { account, balance } = updateInternalAccount(
          rows,
          bareId(params.id),
          body.privateEnabled as boolean,
          signer,
        )
        return presentInternalAccount(account, balance, findSparkAddress(rows, account))
      },
  },
  exportInternalAccount: {
    prepare: async ({ platformId, params, body: { clientPublicKey }, signer, approval }) => {
      const id = bareId(params.id)
      const wallet = approval && (await findSealedWallet(store, platformId, id))
      const sealed = wallet && (await custodian.exportMnemonic(wallet, clientPublicKey, approval))
      return (rows) => {
        exportInternalAccount(
          rows,
          id,
          { clientPublicKey, exclusiveKey: exclusiveKey(custodian, clientPublicKey) },
          signer,
        )
        return { id: wireId('InternalAccount', id), encryptedWalletCredentials: sealed as string }
      }
    },
  },
  updateCustomerById: {
    prepare: async ({ platformId, params, body, signer, approval }) => {
      const customerId = bareId(params.customerId)
      const { email } = body
      const [owners, tied] = await Promise.all([
        ownersOf(platformId, body.customerType === 'BUSINESS' ? [customerId] : []),
        email === undefined ? [] : findCustomerEmailCredentials(store, platformId, customerId),
      ])
      const certificates =
        approval && email !== undefined
          ? await certifyNewEmail({ store, custodian }, platformId, { email, tied }, approval)
          : new Map<string, string>()
      return (rows) => {
        const before = rows.get(customers, customerId)
        const changed = updateCustomer(rows, customerId, body)
        if (email !== undefined && email !== before.email)
          changeEmail(rows, { customerId, email, tied, certificates }, signer)
        return presentCustomer(changed, owners.get(customerId) ?? [])
      }
    },
  },
})
