/** Key service over AWS KMS (https://docs.aws.amazon.com/kms/latest/APIReference/), or what has its interface. */
import { AwsClient } from 'aws4fetch'
import { fromBase64, KEY_SERVICE_TIMEOUT_MS, type KeyService, toBase64 } from './port.ts'

export interface AwsAccess {
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
  /** Id, ARN or alias (`alias/causeway`) of a symmetric key. */
  readonly key: string
}

interface Reply {
  readonly CiphertextBlob: string
  readonly Plaintext: string
  /** Of an error, with or without a prefix: `com.amazon.coral#AccessDeniedException`. */
  readonly __type?: string
}

export function awsKms({ url, region, accessKeyId, secretAccessKey, sessionToken, key }: AwsAccess): KeyService {
  const client = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, region, service: 'kms', retries: 2 })
  const post = async (action: 'Encrypt' | 'Decrypt', body: Readonly<Record<string, unknown>>): Promise<Reply> => {
    const response = await client.fetch(`${url}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` },
      body: JSON.stringify({ KeyId: key, ...body }),
      redirect: 'error',
      signal: AbortSignal.timeout(KEY_SERVICE_TIMEOUT_MS),
    })
    const reply = (await response.json().catch(() => undefined)) as Reply | undefined
    if (response.ok && reply) return reply
    const fault = (reply?.__type ?? '').split('#').at(-1)
    throw new Error(`AWS KMS answers ${response.status} ${fault}`.trimEnd())
  }
  const contextOf = (variable: string) => ({ EncryptionContext: { causeway: variable } })
  return {
    async seal(variable, secret) {
      return (await post('Encrypt', { Plaintext: toBase64(secret), ...contextOf(variable) })).CiphertextBlob
    },
    async open(variable, sealed) {
      return fromBase64((await post('Decrypt', { CiphertextBlob: sealed, ...contextOf(variable) })).Plaintext)
    },
  }
}
