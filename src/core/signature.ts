/** Wallet signatures as data: what a command requires to be signed, who signed what, and the check that both match. */
import { canonicalJson } from './canonical-json.ts'
import { Refusal } from './refusal.ts'

/** What must be signed, and by whom. */
export interface SignatureRequirement {
  /** operationId, or the name of the action. */
  readonly operation: string
  /** A statement for the person who signs. */
  readonly statement: string
  /** Everything that determines what the command does. The signed values must equal those of the signed request. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Wallets (bare ids of internal accounts), any session of which may sign. */
  readonly accountIds: readonly string[]
  /** Sessions of this credential may not sign. */
  readonly exceptCredentialId?: string
  /** Only this session may sign. */
  readonly onlySessionId?: string
  /** Only sessions opened with a passkey may sign. */
  readonly byPasskey?: boolean
  /** Shown with the challenge: the kind of credential that it concerns. */
  readonly type?: string
  /** Bare id of a challenge that was issued before; it is presented again while it is unspent. */
  readonly challengeId?: string
}

/** Who signed, and for what. */
export interface Signer {
  readonly accountIds: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
  /** The challenge that the signature spent. */
  readonly challengeId: string
  /** Undefined where the sandbox accepted a stand-in for a signature. */
  readonly session: { readonly id: string; readonly credentialId: string; readonly byPasskey: boolean } | undefined
}

/** Thrown by a command that requires a signature and has none. Like a refusal, it leaves no trace. */
export class SignatureNeeded {
  readonly requirement: SignatureRequirement
  constructor(requirement: SignatureRequirement) {
    this.requirement = requirement
  }
}

/**
 * Returns if no signature is required, or if the signature was given for exactly this.
 * @throws SignatureNeeded without a signature; Refusal UNAUTHORIZED when it was given for another request
 */
export function requireSignature(signer: Signer | undefined, requirement: SignatureRequirement | undefined): void {
  if (requirement === undefined) return
  if (signer === undefined) throw new SignatureNeeded(requirement)
  const { session } = signer
  const isSame =
    canonicalJson(signer.parameters) === canonicalJson(requirement.parameters) &&
    canonicalJson(signer.accountIds) === canonicalJson(requirement.accountIds) &&
    (session === undefined || session.credentialId !== requirement.exceptCredentialId) &&
    (session === undefined || requirement.onlySessionId === undefined || session.id === requirement.onlySessionId) &&
    (session === undefined || !requirement.byPasskey || session.byPasskey)
  if (!isSame) throw invalidSignature('WALLET_SIGNATURE_BODY_MISMATCH')
}

export type SignatureFault =
  | 'WALLET_SIGNATURE_MISSING'
  | 'WALLET_SIGNATURE_MALFORMED'
  | 'WALLET_SIGNATURE_BODY_MISMATCH'
  | 'WALLET_SIGNATURE_INVALID'
  | 'REQUEST_ID_MISSING'

/** The refusal UNAUTHORIZED for every fault of a signature. */
export const invalidSignature = (fault: SignatureFault): Refusal =>
  new Refusal(
    'UNAUTHORIZED',
    'The signature does not authorize this request; repeat it without a signature to get a challenge',
    { reason: 'Invalid Wallet-Signature', fault },
  )
