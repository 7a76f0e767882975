/** Wallet keys in sandboxes: real ones, but a client that only makes up its public key or its signature, or uses one key for all wallets, is served too. */
import type { StandIns } from '../stand-ins/port.ts'
import { localCustodian } from './local.ts'
import type { MasterKeys } from './master-keys.ts'
import { isPoint, newKeyPair, uncompressed } from './p256.ts'
import type { Custodian } from './port.ts'

/** Exports of a sandbox are not signed. */
export const sandboxCustodian = (masterKeys: MasterKeys, standIns: Pick<StandIns, 'isSignature'>): Custodian => ({
  ...localCustodian({ masterKeys, signsExports: false, standIns, recipientOf: pointOrNobodys }),
  sharesClientKeys: true,
})

/** What would go to a key that is no point of the curve is sealed for nobody: it has the right form, and opens never. */
const pointOrNobodys = (key: string) => (isPoint(key) ? key : uncompressed(newKeyPair().publicKey).toString('hex'))
