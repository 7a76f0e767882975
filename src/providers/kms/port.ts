/** Key service port: seals secrets under a key that never leaves the service (a KMS, or Vault's transit engine). */

export interface KeyService {
  /** @param name of the variable that will contain the secret; sealed for one, a secret opens for no other */
  seal(name: string, secret: string): Promise<string>
  /** @throws Error when the service does not open it: sealed for another name, under another key, or not permitted */
  open(name: string, sealed: string): Promise<string>
}

/** How long a request to the service may take, in milliseconds. */
export const KEY_SERVICE_TIMEOUT_MS = 10_000

export const toBase64 = (text: string): string => Buffer.from(text).toString('base64')
export const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString()
