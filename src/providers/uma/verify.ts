/** Verification of signed messages: signature, age, and first use of the nonce. */
import { type NonceValidator, type PubKeyResponse, UmaError } from '@uma-sdk/core'
import { wallClock } from '../../core/clock.ts'
import type { Institutions } from './institutions.ts'
import { UmaFault } from './port.ts'

/** Largest difference between a message's time and ours, either way. A nonce must be remembered for twice as long. */
export const MESSAGE_AGE_MS = 5 * 60_000
const NONCE_MAX = 200

/** Remembers a nonce of an institution. @param signedAt milliseconds since 1970. @returns false when it was used before */
export type SpendNonce = (institution: string, nonce: string, signedAt: number) => Promise<boolean>

/** One of the SDK's checks of a message. */
type Check = (keys: PubKeyResponse, nonces: NonceValidator) => Promise<boolean>

/** Runs a check with the institution's keys. @throws UmaFault INVALID_SIGNATURE, INVALID_TIMESTAMP, INVALID_NONCE, COUNTERPARTY_PUBKEY_FETCH_ERROR */
export type Verify = (institution: string, check: Check) => Promise<void>

/**
 * The SDK spends a nonce before it verifies the signature; here only a valid signature spends one, so that no other
 * client can use up a nonce. If a signature matches no cached key, the keys are fetched again: the institution may have
 * changed them.
 */
export const verifyingWith =
  (spend: SpendNonce, { keysOf, newerKeysOf }: Pick<Institutions, 'keysOf' | 'newerKeysOf'>): Verify =>
  async (institution, check) => {
    let signed = { nonce: '', signedAt: 0 }
    const nonces: NonceValidator = {
      async checkAndSaveNonce(nonce, seconds) {
        signed = { nonce, signedAt: seconds * 1000 }
        if (!(Math.abs(wallClock() - signed.signedAt) <= MESSAGE_AGE_MS))
          throw new UmaFault('INVALID_TIMESTAMP', 'The message is too old or dated in the future')
        return nonce.length > 0 && nonce.length <= NONCE_MAX
      },
    }
    const fits = (keys: PubKeyResponse) =>
      check(keys, nonces).catch((error) => {
        if (error instanceof UmaError || error instanceof UmaFault) throw error
        return false // the curve library throws on malformed signatures
      })
    let good = await fits(await keysOf(institution))
    if (!good) {
      const newer = await newerKeysOf(institution)
      good = newer !== undefined && (await fits(newer))
    }
    if (!good) throw new UmaFault('INVALID_SIGNATURE', `The signature fits no key of ${institution}`)
    if (!(await spend(institution, signed.nonce, signed.signedAt)))
      throw new UmaFault('INVALID_NONCE', 'This message was received before')
  }
