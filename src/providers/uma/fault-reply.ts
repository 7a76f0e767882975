/** Owns the form of an error towards another institution: UMA's, with UMA's codes. */
import { ErrorCode, UmaError } from '@uma-sdk/core'
import type { ErrorCode as OurCode } from '../../../contract/error-codes.ts'
import { Refusal } from '../../core/refusal.ts'
import { UmaFault } from './port.ts'

/** What our own refusals are called there; all others are nobody's business outside. */
const CODES: Partial<Record<OurCode, keyof typeof ErrorCode>> = {
  INVALID_INPUT: 'INVALID_REQUEST_FORMAT',
  PAYLOAD_TOO_LARGE: 'INVALID_REQUEST_FORMAT',
  COUNTERPARTY_NOT_ALLOWED: 'COUNTERPARTY_NOT_ALLOWED',
  UMA_NOT_FOUND: 'USER_NOT_FOUND',
  USER_NOT_FOUND: 'USER_NOT_FOUND',
  USER_NOT_READY: 'USER_NOT_READY',
  ACCOUNT_NOT_ACTIVE: 'USER_NOT_READY',
  INVALID_CURRENCY: 'INVALID_CURRENCY',
  INVALID_AMOUNT: 'INVALID_INPUT',
  AMOUNT_OUT_OF_RANGE: 'AMOUNT_OUT_OF_RANGE',
  MISSING_MANDATORY_USER_INFO: 'MISSING_MANDATORY_PAYER_DATA',
  WEBHOOK_ENDPOINT_NOT_SET: 'USER_NOT_READY',
  CONFLICT: 'INVALID_INPUT',
  TRANSACTION_NOT_FOUND: 'REQUEST_NOT_FOUND',
  INVALID_STATE_TRANSITION: 'INVALID_INPUT',
  QUOTE_EXPIRED: 'INVOICE_EXPIRED',
}

export interface FaultReply {
  readonly status: number
  readonly body: { readonly status: 'ERROR'; readonly code: string; readonly reason: string }
}

/** `undefined` for an error that nobody foresaw. */
export function faultReply(error: unknown): FaultReply | undefined {
  if (error instanceof UmaFault) return reply(error.code, error.message)
  // Of what does not have the form, the SDK tells a page.
  if (error instanceof UmaError) {
    const body = JSON.parse(error.toJSON()) as FaultReply['body']
    return {
      status: error.httpStatusCode,
      body: { ...body, reason: (body.reason.split('\n')[0] as string).slice(0, 200) },
    }
  }
  if (!(error instanceof Refusal)) return undefined
  // UMA has no word for it; the status is HTTP's.
  if (error.code === 'RATE_LIMITED') return { ...reply('VELOCITY_LIMIT_EXCEEDED', error.message), status: error.status }
  const code = CODES[error.code]
  return code && reply(code, error.message)
}

export const unforeseenFault = (): FaultReply => reply('INTERNAL_ERROR', 'Something went wrong on our side')

const reply = (code: keyof typeof ErrorCode, reason: string): FaultReply => ({
  status: ErrorCode[code].httpStatusCode,
  body: { status: 'ERROR', code, reason },
})
