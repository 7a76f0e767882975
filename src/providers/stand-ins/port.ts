/** Owns what may stand for a proof where nothing is at stake: nothing does in production. */

export interface StandIns {
  /** Whether a text stands for any one-time code. */
  isCode(otp: string): boolean
  /** Whether the value of the signature header stands for the signature of any session. */
  isSignature(header: string): boolean
}
