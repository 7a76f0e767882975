/** Owns the checking of signed messages: who says it, how long ago, and that it was not said before. */
import { type NonceValidator, type PubKeyResponse, UmaError } from '@uma-sdk/core'
import { wallClock } from '../../core/clock.ts'
import type { Institutions } from './institutions.ts'
import { UmaFault } from './port.ts'

/** How far a message's time may be from ours, either way. A nonce must be remembered for twice as long. */
export const MESSAGE_AGE_MS = 5 * 60_000
const NONCE_MAX = 200

/** Remembers a nonce of an institution. @returns false when it is known already. @param saidAt milliseconds since 1970 */
export type SpendNonce = (institution: string, nonce: string, saidAt: number) => Promise<boolean>

/** One of the SDK's checks of a message. */
type Check = (keys: PubKeyResponse, nonces: NonceValidator) => Promise<boolean>

/** Runs a check with the institution's keys. @throws UmaFault INVALID_SIGNATURE, INVALID_TIMESTAMP, INVALID_NONCE, COUNTERPARTY_PUBKEY_FETCH_ERROR */
export type Verify = (institution: string, check: Check) => Promise<void>

/**
 * The SDK takes a nonce before it looks at the signature; here only a good signature spends one, so that nobody else
 * can. A signature that fits no known key is tried with the keys of now: the institution may have changed them.
 */
export const verifyingWith =
  (spend: SpendNonce, { keysOf, newerKeysOf }: Pick<Institutions, 'keysOf' | 'newerKeysOf'>): Verify =>
  async (institution, check) => {
    let said = { nonce: '', saidAt: 0 }
    const nonces: NonceValidator = {
      async checkAndSaveNonce(nonce, seconds) {
        said = { nonce, saidAt: seconds * 1000 }
        if (!(Math.abs(wallClock() - said.saidAt) <= MESSAGE_AGE_MS))
          throw new UmaFault('INVALID_TIMESTAMP', 'The message is too old, or from the future')
        return nonce.length > 0 && nonce.length <= NONCE_MAX
      },
    }
    const fits = (keys: PubKeyResponse) =>
      check(keys, nonces).catch((error) => {
        if (error instanceof UmaError || error instanceof UmaFault) throw error
        return false // what is no signature at all makes the curve's library throw
      })
    let good = await fits(await keysOf(institution))
    if (!good) {
      const newer = await newerKeysOf(institution)
      good = newer !== undefined && (await fits(newer))
    }
    if (!good) throw new UmaFault('INVALID_SIGNATURE', `The signature is not one of ${institution}`)
    if (!(await spend(institution, said.nonce, said.saidAt)))
      throw new UmaFault('INVALID_NONCE', 'This message was received before')
  }
