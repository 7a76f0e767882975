/** Passkeys of browsers, in the form of the API. */

/** What a browser is asked with; binary values are base64url. */
export interface PasskeyRequest {
  readonly challenge: string
  readonly allowCredentials: { readonly id: string; readonly type: 'public-key' }[]
  readonly userVerification: 'required'
  readonly rpId?: string
}

/** What it answers. */
export interface PasskeyAnswer {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | undefined
  }
}

/** `startAuthentication` of @simplewebauthn/browser is one, also for browsers that are some years old. */
export type AskPasskey = (request: { readonly optionsJSON: PasskeyRequest }) => Promise<PasskeyAnswer>

/** What a browser answers when a passkey is made: by `startRegistration`, or `credential.toJSON()`. */
export interface NewPasskey {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[] | undefined
  }
}

/** As far as the types of browsers are needed here, which are not those of servers. */
interface Browser {
  readonly PublicKeyCredential: { parseRequestOptionsFromJSON(options: PasskeyRequest): object }
  readonly navigator: { readonly credentials: { get(request: object): Promise<{ toJSON(): PasskeyAnswer } | null> } }
}

/** Asks a browser of today, without any library. @throws Error when the person does not answer */
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
export const attestationOf = ({ id, response }: NewPasskey) => ({
  credentialId: id,
  clientDataJson: response.clientDataJSON,
  attestationObject: response.attestationObject,
  ...(response.transports && { transports: [...response.transports] }),
})
