/** Sandbox stand-ins: the fixed values accepted as a mailed code and as a wallet signature. */
import type { StandIns } from './port.ts'

const CODE = '000000'
const SIGNATURE = 'sandbox-valid-signature'

export const sandboxStandIns: StandIns = {
  isCode: (otp) => otp === CODE,
  isSignature: (header) => header === SIGNATURE,
}
