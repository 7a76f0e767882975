/** Owns the fixed values that a sandbox takes for a code from a mail and for a wallet's signature. */
import type { StandIns } from './port.ts'

const CODE = '000000'
const SIGNATURE = 'sandbox-valid-signature'

export const sandboxStandIns: StandIns = {
  isCode: (otp) => otp === CODE,
  isSignature: (header) => header === SIGNATURE,
}
