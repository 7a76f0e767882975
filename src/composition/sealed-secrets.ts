/** Sealed secrets: variables whose values a key service opens when the process starts. */
import { withSecretFiles } from '../infra/files/private-file.ts'
import { awsKms } from '../providers/kms/aws-kms.ts'
import type { KeyService } from '../providers/kms/port.ts'
import { vaultTransit } from '../providers/kms/vault-transit.ts'
import { KEY_SERVICE_SECRETS, SECRETS } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Prefix of the value of a sealed variable. */
export const SEALED = 'kms:'
export const isSealed = (value: string | undefined): boolean => value?.startsWith(SEALED) === true

const ADDRESS = /^(https:\/\/[^/?#\s]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)$/

/**
 * Opens every secret that is sealed, in the environment or in a file.
 * @returns the environment with the sealed secrets replaced by their values; the same object when none is sealed
 * @throws Error that names the variable and the service's reason, never a value
 */
export async function openSealedSecrets(given: Environment): Promise<Environment> {
  const { env } = withSecretFiles(given, SECRETS)
  const sealed = SECRETS.filter((name) => isSealed(env[name]))
  if (sealed.length === 0) return given
  const service = keyServiceIn(given)
  const opened: Record<string, string | undefined> = { ...given }
  for (const name of sealed) {
    const value = (env[name] as string).slice(SEALED.length)
    opened[name] = await service.open(name, value).catch((error) => refuse(name, error))
    delete opened[`${name}_FILE`]
  }
  return opened
}

/** @throws Error with the service's reason */
export function refuse(name: string, error: Error): never {
  const { cause } = error
  const reason = cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
  throw new Error(`${name} cannot be sealed or opened by the key service. ${reason}`)
}

/** @throws Error that names every variable that is missing or invalid */
export function keyServiceIn(given: Environment): KeyService {
  const { env, faults } = withSecretFiles(given, KEY_SERVICE_SECRETS)
  const required = (name: string): string => {
    const value = env[name]
    if (!value) faults.push(`${name} is missing; the key service needs it`)
    return value ?? ''
  }
  const addressIn = (name: string, otherwise?: string): string => {
    const value = env[name] || (otherwise ?? required(name))
    if (value && !ADDRESS.test(value)) faults.push(`${name} is invalid; expected: an https address without a path`)
    return value
  }
  const kind = env.CAUSEWAY_KMS
  const key = required('CAUSEWAY_KMS_KEY')
  let service: KeyService | undefined
  if (kind === 'vault') {
    if (key && !/^[\w-]+\/[\w-]+$/.test(key))
      faults.push('CAUSEWAY_KMS_KEY is invalid; expected: transit/name-of-the-key')
    service = vaultTransit({ url: addressIn('CAUSEWAY_KMS_URL'), token: required('CAUSEWAY_KMS_TOKEN'), key })
  } else if (kind === 'aws') {
    const region = required('AWS_REGION')
    service = awsKms({
      url: addressIn('CAUSEWAY_KMS_URL', `https://kms.${region}.amazonaws.com`),
      region,
      accessKeyId: required('AWS_ACCESS_KEY_ID'),
      secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
      sessionToken: env.AWS_SESSION_TOKEN,
      key,
    })
  } else faults.unshift('CAUSEWAY_KMS must be vault or aws, because a secret is sealed')
  if (faults.length > 0 || !service) throw new Error(faults.join('\n'))
  return service
}
