/** Internal account operations and schemas: balances that customers and the platform hold with the service. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount } from '../elements.ts'
import { operations } from '../operation.ts'
import { CurrencyCode, choice, id, list, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { ClientPublicKey, SignedRequestChallenge } from '../wallets/wallet-keys.ts'
import { PaymentInstructions } from './instruction-types.ts'
import { internalAccountLifecycle } from './internal-account-lifecycle.ts'

export const InternalAccountType = choice(['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'], {
  $id: 'InternalAccountType',
})
export type InternalAccountType = Static<typeof InternalAccountType>
const InternalAccountStatus = statusSchema(internalAccountLifecycle, { $id: 'InternalAccountStatus' })

export const InternalAccount = Type.Object(
  {
    id: id('InternalAccount'),
    type: InternalAccountType,
    status: InternalAccountStatus,
    balance: CurrencyAmount,
    totalBalance: CurrencyAmount,
    fundingPaymentInstructions: Type.Array(PaymentInstructions, { description: 'How to pay into this account' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    customerId: Type.Optional(id('Customer')),
    privateEnabled: Type.Optional(
      Type.Boolean({ description: 'Whether the wallet hides its history. Only for EMBEDDED_WALLET' }),
    ),
  },
  {
    $id: 'InternalAccount',
    description:
      "`balance` is available now; `totalBalance` includes holds. Without `customerId` the account is the platform's own.",
  },
)
export type InternalAccount = Static<typeof InternalAccount>

const tag = 'Internal accounts'
const params = Type.Object({ id: id('InternalAccount') })
const replies = { 200: list(InternalAccount, 'InternalAccountListResponse') }
const filters = { currency: Type.Optional(CurrencyCode), type: Type.Optional(InternalAccountType) }

export const internalAccountOperations = operations({
  listCustomerInternalAccounts: {
    method: 'GET',
    path: '/customers/internal-accounts',
    tag,
    summary: 'List the internal accounts of customers',
    permission: 'VIEW',
    query: Type.Object({ ...filters, customerId: Type.Optional(id('Customer')), ...pageQuery }),
    replies,
  },
  listPlatformInternalAccounts: {
    method: 'GET',
    path: '/platform/internal-accounts',
    tag,
    summary: 'List the internal accounts of the platform',
    permission: 'VIEW',
    query: Type.Object({ ...filters, ...pageQuery }),
    replies,
  },
  updateInternalAccount: {
    method: 'PATCH',
    path: '/internal-accounts/{id}',
    tag,
    summary: 'Change the privacy of a wallet',
    description: 'Only for an EMBEDDED_WALLET. Needs the signature of a session of the wallet.',
    permission: 'TRANSACT',
    signed: true,
    params,
    body: Type.Object(
      { privateEnabled: Type.Optional(Type.Boolean({ description: 'Whether the wallet hides its history' })) },
      { $id: 'InternalAccountUpdateRequest', minProperties: 1 },
    ),
    replies: { 200: InternalAccount, 202: SignedRequestChallenge },
  },
  exportInternalAccount: {
    method: 'POST',
    path: '/internal-accounts/{id}/export',
    tag,
    summary: 'Export the key of a wallet',
    description:
      "Returns the wallet's recovery phrase (BIP-39), encrypted to `clientPublicKey`. Needs the signature of a session of the wallet, with the same `clientPublicKey` in both calls.",
    permission: 'TRANSACT',
    signed: true,
    opens: 'EXPORT',
    secret: 'reply.id',
    noIdempotencyKey: true,
    params,
    body: Type.Object({ clientPublicKey: ClientPublicKey }, { $id: 'InternalAccountExportRequest' }),
    replies: {
      200: Type.Object(
        {
          id: id('InternalAccount'),
          encryptedWalletCredentials: Type.String({
            description:
              'JSON text: version, data (hex), dataSignature (hex), enclaveQuorumPublic (hex). `data` decodes to JSON with encappedPublic, ciphertext and organizationId; encrypted with HPKE. In the sandbox dataSignature and enclaveQuorumPublic are empty',
          }),
        },
        { $id: 'InternalAccountExportResponse' },
      ),
      202: SignedRequestChallenge,
    },
  },
})
