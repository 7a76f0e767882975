/** Sealing of secrets by the key service, for the command line. */
import { keyServiceIn, refuse, SEALED } from '../sealed-secrets.ts'
import { SECRETS } from '../variables.ts'

/**
 * Seals a secret for one variable.
 * @returns the value to set
 * @throws Error when no variable of that name can be sealed, or the key service refuses
 */
export async function sealSecret(
  env: Parameters<typeof keyServiceIn>[0],
  name: string,
  secret: string,
): Promise<string> {
  if (!(SECRETS as readonly string[]).includes(name))
    throw new Error(`${name} is not a secret that can be sealed; those are ${SECRETS.join(', ')}`)
  if (secret === '') throw new Error('The secret is empty; give it on standard input')
  return (
    SEALED +
    (await keyServiceIn(env)
      .seal(name, secret)
      .catch((error) => refuse(name, error)))
  )
}
