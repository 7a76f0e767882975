/** Holder approvals: whether the holder of a wallet signed exactly what the custodian is asked to do. */
import { canonicalJson } from '../../core/canonical-json.ts'
import { wireId } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import {
  AUTHORIZATION_KIND,
  type HolderApproval,
  type SealedWallet,
  type SessionKey,
  type WalletRef,
} from '../../core/wallet-approval.ts'
import { checkWalletSignature } from '../../infra/crypto/wallet-signature.ts'
import type { StandIns } from '../stand-ins/port.ts'

/** Parameters that the signed payload of each operation must name, so that one payload cannot stand for another. */
export interface Wanted {
  readonly operation: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ApprovalChecks {
  readonly isSessionOf: (wallet: SealedWallet, session: SessionKey) => boolean
  /** Stand-in for a signature in a sandbox; undefined: none. */
  readonly standIns: Pick<StandIns, 'isSignature'> | undefined
}

/**
 * Checks session, signature and payload, independently of all checks made elsewhere in the service.
 * @param wanted any one of them @throws Refusal UNAUTHORIZED
 */
export async function requireApproval(
  { isSessionOf, standIns }: ApprovalChecks,
  wallet: WalletRef,
  { payloadToSign, signature, at, by }: HolderApproval,
  ...wanted: readonly Wanted[]
): Promise<void> {
  if (!isTextFor(payloadToSign, wallet, at) || !wanted.some((one) => names(payloadToSign, one))) throw notApproved()
  if (!by) {
    if (standIns?.isSignature(signature)) return
    throw notApproved()
  }
  const isHolders = by.wallet.platformId === wallet.platformId && by.wallet.holderId === wallet.holderId
  const isLive = by.session.expiresAt > at && isTextFor(payloadToSign, by.wallet, at)
  if (!isHolders || !isLive || !isSessionOf(by.wallet, by.session)) throw notApproved()
  const { verdict } = await checkWalletSignature(signature, payloadToSign, [by.session.publicKey])
  if (verdict !== 'GOOD') throw notApproved()
}

export const notApproved = (): Refusal =>
  new Refusal('UNAUTHORIZED', 'The holder of the wallet has not signed this request', {
    reason: 'Invalid Wallet-Signature',
    fault: 'WALLET_SIGNATURE_INVALID',
  })

/** Whether this platform issued the payload for the wallet, and it has not expired. */
function isTextFor(payloadToSign: string, { platformId, walletId }: WalletRef, at: number): boolean {
  const { type, organizationId, accountIds, expiresAt } = read(payloadToSign)
  return (
    type === AUTHORIZATION_KIND &&
    organizationId === platformId &&
    Array.isArray(accountIds) &&
    accountIds.includes(wireId('InternalAccount', walletId)) &&
    Date.parse(String(expiresAt)) > at
  )
}

function names(payloadToSign: string, { operation, parameters }: Wanted): boolean {
  const said = read(payloadToSign)
  const given = (said.parameters ?? {}) as Record<string, unknown>
  return (
    said.operation === operation &&
    Object.entries(parameters).every(([name, value]) => canonicalJson(given[name] ?? null) === canonicalJson(value))
  )
}

function read(payloadToSign: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(payloadToSign) }
  } catch {
    return {}
  }
}
