/** Signature port: the pipeline presents a challenge through it, and verifies the signature over it. */
import type { SignedRequestChallenge } from '../../../contract/wallets/wallet-keys.ts'
import type { Refusal } from '../../core/refusal.ts'
import type { SignatureRequirement, Signer } from '../../core/signature.ts'
import type { HolderApproval } from '../../core/wallet-approval.ts'
import type { Command } from '../../engine/rows.ts'

/** A request that can be signed for. */
export interface SignedCall {
  readonly method: string
  readonly path: string
  /** As canonical JSON. */
  readonly body: string
  readonly signature: string | undefined
  readonly requestId: string | undefined
  /** The challenge that applies when no Request-Id is sent; bare id. */
  readonly challengeId: string | undefined
}

export interface SignatureGate {
  /** Makes the challenge that answers an unsigned request. @throws Refusal RATE_LIMITED (too many are open) */
  open(platformId: string, requirement: SignatureRequirement, call: SignedCall): Promise<SignedRequestChallenge>
  /**
   * Verifies the signature outside any batch and spends the challenge in its own batch.
   * @param earlier finds the reply to an earlier request under the key; if there is one, nothing is verified and
   * nothing spent
   * @returns `tooLate` when no Request-Id names the challenge and it has ended: the resource itself may give the
   * reason, and no signature was verified
   * @throws Refusal UNAUTHORIZED, or what `earlier` throws
   */
  verify<Answer>(
    platformId: string,
    call: SignedCall,
    earlier: Command<Answer | undefined>,
  ): Promise<
    | { readonly earlier: Answer }
    | { readonly signer: Signer; readonly approval: HolderApproval }
    | { readonly tooLate: Refusal }
  >
}
