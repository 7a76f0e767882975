/** Stand-in port: fixed values that a sandbox accepts in place of a proof. Production has none. */
export interface StandIns {
  /** Whether a text is accepted as any one-time code. */
  isCode(otp: string): boolean
  /** Whether a header value is accepted as the signature of any session. */
  isSignature(header: string): boolean
}
