/** Upper bound for everything that is signed: signatures that one core can verify. */
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'

/** As long as what the holder of a wallet signs for a payment. */
const PAYLOAD_BYTES = 900
/** Between looks at the clock. */
const AT_ONCE = 100

/**
 * Verifications a second of ECDSA on P-256 with SHA-256, by `crypto.verify` in a plain loop in this thread: one core, the
 * key an object made once, everything warm.
 */
export function verificationsPerSecond(seconds: number): number {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const payload = randomBytes(PAYLOAD_BYTES)
  const signature = sign('sha256', payload, privateKey)
  const many = () => {
    for (let i = 0; i < AT_ONCE; i++)
      if (!verify('sha256', payload, publicKey, signature)) throw new Error('A signature does not hold')
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
