/**
 * Owns the step of the pipeline at which a wallet's signature is asked for. A command says what must be signed
 * (`requireSignature`); the pipeline answers with a challenge, or lets the repeated request through.
 */
import type { SignedRequestChallenge } from '../../../../contract/wallets/wallet-keys.ts'
import { canonicalJson } from '../../../core/canonical-json.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { HolderApproval } from '../../../core/wallet-approval.ts'
import type { Command } from '../../../engine/rows.ts'

/** What must be signed, and by whom. */
export interface Demand {
  /** operationId, or what is asked for in its words. */
  readonly operation: string
  /** A sentence for the person who signs. */
  readonly statement: string
  /** Everything that decides what will happen. It must be the same when the signature comes. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Wallets (ids of internal accounts), any session of which may sign. */
  readonly accountIds: readonly string[]
  /** Sessions of this credential may not sign. */
  readonly exceptCredentialId?: string
  /** No other session may sign. */
  readonly onlySessionId?: string
  /** Only sessions that a passkey has opened may sign. */
  readonly byPasskey?: boolean
  /** Shown with the challenge: the kind of credential it is about. */
  readonly type?: string
  /** Id of a challenge that was given before; while it is unspent, it is given again. */
  readonly standingId?: string
}

/** Who has signed, and for what. */
export interface Signer {
  readonly accountIds: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
  /** The challenge that the signature spent. */
  readonly challengeId: string
  /** Undefined where a stand-in was taken for a signature. */
  readonly session: { readonly id: string; readonly credentialId: string; readonly byPasskey: boolean } | undefined
}

/** A request that can be signed for. */
export interface SignedCall {
  readonly method: string
  readonly path: string
  /** As canonical JSON. */
  readonly body: string
  readonly signature: string | undefined
  readonly requestId: string | undefined
  /** The challenge that is meant when no Request-Id is sent. */
  readonly standingId: string | undefined
}

export interface SignatureGate {
  /** Makes the challenge that answers an unsigned request. @throws Refusal RATE_LIMITED (too many are open) */
  open(platformId: string, demand: Demand, call: SignedCall): Promise<SignedRequestChallenge>
  /**
   * Checks the signature outside any batch and spends the challenge in one of its own.
   * @param earlier finds how this request was answered before; then nothing is checked and nothing spent
   * @returns `tooLate` when no Request-Id names the challenge and it is over: what it stood for may say why, and nothing is signed
   * @throws Refusal UNAUTHORIZED, or what `earlier` throws
   */
  pass<Answer>(
    platformId: string,
    call: SignedCall,
    earlier: Command<Answer | undefined>,
  ): Promise<
    | { readonly earlier: Answer }
    | { readonly signer: Signer; readonly approval: HolderApproval }
    | { readonly tooLate: Refusal }
  >
}

/** Thrown by a command that goes on only with a signature. Like a refusal, it leaves no trace. */
export class SignatureNeeded {
  readonly demand: Demand
  constructor(demand: Demand) {
    this.demand = demand
  }
}

/**
 * Lets a command go on if the signature was given for exactly this.
 * @throws SignatureNeeded without a signature; Refusal UNAUTHORIZED when it was given for something else
 */
export function requireSignature(signer: Signer | undefined, demand: Demand): void {
  if (signer === undefined) throw new SignatureNeeded(demand)
  const { session } = signer
  const agreed =
    canonicalJson(signer.parameters) === canonicalJson(demand.parameters) &&
    canonicalJson(signer.accountIds) === canonicalJson(demand.accountIds) &&
    (session === undefined || session.credentialId !== demand.exceptCredentialId) &&
    (session === undefined || demand.onlySessionId === undefined || session.id === demand.onlySessionId) &&
    (session === undefined || !demand.byPasskey || session.byPasskey)
  if (!agreed) throw notSigned('WALLET_SIGNATURE_BODY_MISMATCH')
}

export type SignatureFault =
  | 'WALLET_SIGNATURE_MISSING'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'REQUEST_ID_MISSING'

/** The one refusal of everything that is wrong with a signature. */
export const notSigned = (fault: SignatureFault): Refusal =>
  new Refusal('UNAUTHORIZED', 'The signature does not allow this; begin anew without it to get a challenge', {
    reason: 'Invalid Wallet-Signature',
    fault,
  })
