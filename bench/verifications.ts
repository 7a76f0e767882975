/** Signature yardstick: verifications per second on one core, the upper bound for signed work. */
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'

/** Size of the payload that a holder signs for a payment. */
const PAYLOAD_BYTES = 900
/** Verifications between two clock reads. */
const AT_ONCE = 100

/**
 * ECDSA verifications per second (P-256, SHA-256), by `crypto.verify` in a loop on this thread, with a reused key object and
 * after warm-up.
 */
export function verificationsPerSecond(seconds: number): number {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const payload = randomBytes(PAYLOAD_BYTES)
  const signature = sign('sha256', payload, privateKey)
  const many = () => {
    for (let i = 0; i < AT_ONCE; i++)
      if (!verify('sha256', payload, publicKey, signature)) throw new Error('A signature is invalid')
  }
  for (const until = performance.now() + 200; performance.now() < until; ) many()
  const began = performance.now()
  let done = 0
  let spent = 0
  for (; spent < seconds * 1000; spent = performance.now() - began) {
    many()
    done += AT_ONCE
  }
  return (done / spent) * 1000
}
