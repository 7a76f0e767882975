/** Owns the refusal of everything that does not prove who the holder is: one text for each type, whatever was wrong. */
import { Refusal } from '../../../core/refusal.ts'
import type { CredentialType } from './tables.ts'

const REASONS: Readonly<Record<CredentialType, string>> = {
  EMAIL_OTP: 'Invalid OTP code',
  PASSKEY: 'Invalid passkey signature',
  OAUTH: 'Invalid OIDC token',
}

export const notProven = (type: CredentialType): Refusal =>
  new Refusal('UNAUTHORIZED', 'The credential is not proven; begin anew', { reason: REASONS[type] })
