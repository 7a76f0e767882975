/** Sandbox custodian: real wallet keys, for clients that may send a made-up public key or signature, or one key for all wallets. */
import type { StandIns } from '../stand-ins/port.ts'
import { localCustodian } from './local.ts'
import type { MasterKeys } from './master-keys.ts'
import { isPoint, newKeyPair, uncompressed } from './p256.ts'
import type { Custodian } from './port.ts'

/** Exports of a sandbox are not signed. */
export const sandboxCustodian = (masterKeys: MasterKeys, standIns: Pick<StandIns, 'isSignature'>): Custodian => ({
  ...localCustodian({ masterKeys, signsExports: false, standIns, recipientOf: pointOrPlaceholder }),
  sharesClientKeys: true,
})

/** For a key that is not a point on the curve, the reply has the right format and cannot be opened. */
const pointOrPlaceholder = (key: string) => (isPoint(key) ? key : uncompressed(newKeyPair().publicKey).toString('hex'))
