/** Preparation of a customer's email change: the credentials that use the address, and the custodian's certificates for the new one. */
import type { Store } from '../../../infra/db/store.ts'
import type { Custodian } from '../../../providers/custodian/port.ts'
import type { PrepareEmailChange } from '../../customers/update-customer-by-id.ts'
import { findCustomerEmailCredentials, findSealedWallet } from '../queries.ts'
import { parametersOf } from '../signatures/payload.ts'
import { changeCustomerEmail, isSignedFor } from './change-customer-email.ts'

/** What customers need from wallets to change an email address. @throws as `Custodian.certifyCredential` */
export const emailChanges =
  ({ store, custodian }: { store: Store; custodian: Custodian }): PrepareEmailChange =>
  async (platformId, { customerId, email }, approval) => {
    const tied = await findCustomerEmailCredentials(store, platformId, customerId)
    const certificates = new Map<string, string>()
    // The custodian certifies only what was signed for; the command refuses other credentials.
    const signed = approval && isSignedFor(parametersOf(approval.payloadToSign), tied) ? tied : []
    for (const { id, accountId } of signed) {
      const wallet = await findSealedWallet(store, platformId, accountId)
      if (wallet && approval)
        certificates.set(id, await custodian.certifyCredential(wallet, { type: 'EMAIL_OTP', email }, approval))
    }
    return (rows, signer) => changeCustomerEmail(rows, { customerId, email, tied, certificates }, signer)
  }
