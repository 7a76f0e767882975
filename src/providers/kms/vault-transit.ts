/** Key service over the transit engine of Vault or OpenBao (https://openbao.org/api-docs/secret/transit/). */
import { fromBase64, KEY_SERVICE_TIMEOUT_MS, type KeyService, toBase64 } from './port.ts'

export interface VaultAccess {
  /** `https://vault.internal:8200` */
  readonly url: string
  readonly token: string
  /** Mount and key: `transit/causeway`. The key's type must be an AEAD, as the default `aes256-gcm96` is. */
  readonly key: string
}

interface Reply {
  readonly data?: { readonly ciphertext: string; readonly plaintext: string }
  readonly errors?: readonly string[]
}

export function vaultTransit({ url, token, key }: VaultAccess): KeyService {
  const [mount, name] = key.split('/') as [string, string]
  const post = async (action: 'encrypt' | 'decrypt', body: Readonly<Record<string, string>>) => {
    const response = await fetch(`${url}/v1/${mount}/${action}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vault-token': token },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(KEY_SERVICE_TIMEOUT_MS),
    })
    const reply = (await response.json().catch(() => undefined)) as Reply | undefined
    const reasons = reply?.errors?.join(', ')
    if (!response.ok || !reply?.data)
      throw new Error(`Vault answers ${response.status}${reasons ? `: ${reasons}` : ''}`)
    return reply.data
  }
  return {
    async seal(variable, secret) {
      const body = { plaintext: toBase64(secret), associated_data: toBase64(variable) }
      return (await post('encrypt', body)).ciphertext
    },
    async open(variable, sealed) {
      const body = { ciphertext: sealed, associated_data: toBase64(variable) }
      return fromBase64((await post('decrypt', body)).plaintext)
    },
  }
}
