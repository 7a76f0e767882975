/** Owns wallet keys in sandboxes: real ones, but a client that only makes up its public key, or uses one for all wallets, is served too. */
import { isPoint, newKeyPair, uncompressed } from './p256.ts'
import type { Custodian } from './port.ts'

/** What would go to a key that is no point of the curve is sealed for nobody: it has the right form, and opens never. */
export const sandboxCustodian = (real: Custodian): Custodian => ({
  ...real,
  sharesClientKeys: true,
  sealSession: (clientPublicKey) => real.sealSession(pointOrNobodys(clientPublicKey)),
  exportMnemonic: (wallet, clientPublicKey, organizationId) =>
    real.exportMnemonic(wallet, pointOrNobodys(clientPublicKey), organizationId),
})

const pointOrNobodys = (key: string) => (isPoint(key) ? key : uncompressed(newKeyPair().publicKey).toString('hex'))
