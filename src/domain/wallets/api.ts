/** Wallet operations: what each one does. */
import { bareId, wireId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import type { Funding } from '../accounts/funding-instructions.ts'
import { presentInternalAccount } from '../accounts/internal-account.ts'
import { findSparkAddress } from '../accounts/wallet-key.ts'
import { exclusiveKey } from './client-key.ts'
import { credentialApi } from './credentials/api.ts'
import { exportInternalAccount } from './export-internal-account.ts'
import { findSealedWallet } from './queries.ts'
import { sessionApi } from './sessions/api.ts'
import { updateInternalAccount } from './update-internal-account.ts'

interface WalletNeeds {
  readonly store: Store
  readonly custodian: Custodian
  readonly rails: Funding
}
type Needs = WalletNeeds & Parameters<typeof credentialApi>[0] & Parameters<typeof sessionApi>[0]

type Ids = 'updateInternalAccount' | 'exportInternalAccount'

/** All operations of wallets, credentials and sessions. */
export const walletApi = (needs: Needs) => ({
  ...walletHandlers(needs),
  ...credentialApi(needs),
  ...sessionApi(needs),
})

const walletHandlers = ({ store, custodian, rails }: WalletNeeds): HandlersOf<Ids> => ({
  updateInternalAccount: {
    command:
      ({ params, body, signer }) =>
      (rows) => {
        const update = { accountId: bareId(params.id), privateEnabled: body.privateEnabled as boolean }
        const { account, balance } = updateInternalAccount(rows, update, signer)
        return presentInternalAccount(rails, account, balance, findSparkAddress(rows, account))
      },
  },
  exportInternalAccount: {
    prepare: async ({ platformId, params, body: { clientPublicKey }, signer, approval }) => {
      const id = bareId(params.id)
      const wallet = approval && (await findSealedWallet(store, platformId, id))
      const sealed = wallet && (await custodian.exportMnemonic(wallet, clientPublicKey, approval))
      const exported = { accountId: id, clientPublicKey, exclusiveKey: exclusiveKey(custodian, clientPublicKey) }
      return (rows) => {
        exportInternalAccount(rows, exported, signer)
        return { id: wireId('InternalAccount', id), encryptedWalletCredentials: sealed as string }
      }
    },
  },
})
