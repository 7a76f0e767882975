/** Error replies to other institutions, in UMA's format and with UMA's codes. */
import { ErrorCode, UmaError } from '@uma-sdk/core'
import type { ErrorCode as OurCode } from '../../../contract/error-codes.ts'
import { Refusal } from '../../core/refusal.ts'
import { UmaFault } from './port.ts'

/** Codes of refusals in UMA; refusals without one are not disclosed to other institutions. */
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

/** @returns undefined for an unexpected error */
export function faultReply(error: unknown): FaultReply | undefined {
  if (error instanceof UmaFault) return reply(error.code, error.message)
  // For a malformed message the SDK's reason is a page long.
  if (error instanceof UmaError) {
    const body = JSON.parse(error.toJSON()) as FaultReply['body']
    return {
      status: error.httpStatusCode,
      body: { ...body, reason: (body.reason.split('\n')[0] as string).slice(0, 200) },
    }
  }
  if (!(error instanceof Refusal)) return undefined
  // UMA has no code for it; the status is HTTP's.
  if (error.code === 'RATE_LIMITED') return { ...reply('VELOCITY_LIMIT_EXCEEDED', error.message), status: error.status }
  const code = CODES[error.code]
  return code && reply(code, error.message)
}

export const unexpectedFault = (): FaultReply => reply('INTERNAL_ERROR', 'Unexpected error')

const reply = (code: keyof typeof ErrorCode, reason: string): FaultReply => ({
  status: ErrorCode[code].httpStatusCode,
  body: { status: 'ERROR', code, reason },
})
