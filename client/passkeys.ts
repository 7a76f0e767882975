/** Passkeys of browsers, in the form of the API. */
import { base64url } from './keys.ts'
import type { PasskeyAttestation } from './operations.generated.ts'

/** Options of the browser's request; binary values are base64url. */
export interface PasskeyRequest {
  readonly challenge: string
  readonly allowCredentials: { readonly id: string; readonly type: 'public-key' }[]
  readonly userVerification: 'required'
  readonly rpId?: string
}

/** The browser's reply. */
export interface PasskeyAnswer {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | undefined
  }
}

/** `startAuthentication` of @simplewebauthn/browser is one, and supports older browsers. */
export type AskPasskey = (request: { readonly optionsJSON: PasskeyRequest }) => Promise<PasskeyAnswer>

/** The browser's reply when a passkey is created: by `startRegistration`, or `credential.toJSON()`. */
export interface NewPasskey {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[] | undefined
  }
}

/** Browser types used here, which servers do not have. */
interface Browser {
  readonly PublicKeyCredential: {
    parseRequestOptionsFromJSON(options: PasskeyRequest): object
    parseCreationOptionsFromJSON(options: object): object
  }
  readonly navigator: {
    readonly credentials: {
      get(request: object): Promise<{ toJSON(): PasskeyAnswer } | null>
      create(request: object): Promise<{ toJSON(): NewPasskey } | null>
    }
  }
}

export interface NewPasskeyOptions {
  /** base64url, at least 16 random bytes: from the platform's own server, which expects it back. */
  readonly challenge: string
  /** The platform, as the browser names it to the person. */
  readonly rpName: string
  /** The person, as the browser lists the passkey. */
  readonly userName: string
  /** Domain of the passkey; that of the page unless given. */
  readonly rpId?: string
}

/** ES256, and RS256 for Windows Hello. */
const ALGORITHMS = [-7, -257]

/**
 * Lets the browser create a passkey; needs a current browser, and https or `localhost`.
 * @throws Error named NotAllowedError when the person does not make one
 */
export async function createPasskey({ challenge, rpName, userName, rpId }: NewPasskeyOptions): Promise<NewPasskey> {
  const { PublicKeyCredential, navigator } = globalThis as unknown as Browser
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge,
    rp: { name: rpName, ...(rpId !== undefined && { id: rpId }) },
    user: { id: base64url(crypto.getRandomValues(new Uint8Array(32))), name: userName, displayName: userName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  })
  const credential = await navigator.credentials.create({ publicKey })
  if (!credential) throw new Error('No passkey was created')
  return credential.toJSON()
}

/** Asks the browser directly; needs a current one. @throws Error when the person does not choose a passkey */
export const askBrowser: AskPasskey = async ({ optionsJSON }) => {
  const { PublicKeyCredential, navigator } = globalThis as unknown as Browser
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(optionsJSON)
  const credential = await navigator.credentials.get({ publicKey })
  if (!credential) throw new Error('No passkey was chosen')
  return credential.toJSON()
}

/** `assertion` of the API. */
export const assertionOf = ({ id, response }: PasskeyAnswer) => ({
  credentialId: id,
  clientDataJson: response.clientDataJSON,
  authenticatorData: response.authenticatorData,
  signature: response.signature,
  ...(response.userHandle !== undefined && { userHandle: response.userHandle }),
})

/** `attestation` of the API. */
export const attestationOf = ({ id, response }: NewPasskey): PasskeyAttestation => ({
  credentialId: id,
  clientDataJson: response.clientDataJSON,
  attestationObject: response.attestationObject,
  ...(response.transports && { transports: response.transports.filter(isTransport) }),
})

const TRANSPORTS: readonly string[] = ['usb', 'nfc', 'ble', 'internal', 'hybrid'] satisfies Transport[]
type Transport = NonNullable<PasskeyAttestation['transports']>[number]
/** Browsers add others, such as `smart-card`, which the API does not take. */
const isTransport = (name: string): name is Transport => TRANSPORTS.includes(name)
