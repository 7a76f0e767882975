/** Passkeys of browsers, in the form of the API. */

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
  readonly PublicKeyCredential: { parseRequestOptionsFromJSON(options: PasskeyRequest): object }
  readonly navigator: { readonly credentials: { get(request: object): Promise<{ toJSON(): PasskeyAnswer } | null> } }
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
export const attestationOf = ({ id, response }: NewPasskey) => ({
  credentialId: id,
  clientDataJson: response.clientDataJSON,
  attestationObject: response.attestationObject,
  ...(response.transports && { transports: [...response.transports] }),
})
