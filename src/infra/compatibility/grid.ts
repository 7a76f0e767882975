/** Compatibility names: fields that clients of the public service read, added to replies and events if the operator enables them (decision 84). */
import { type ErrorCode, hintOf } from '../../../contract/error-codes.ts'

/** Rewrites a JSON text; returns it unchanged when no field applies. */
export type Translate = (json: string) => string

const RATE_FIELDS = ['Multiplier', 'FixedFee', 'VariableFeeRate', 'VariableFeeAmount']
const FAULTS: readonly ErrorCode[] = [
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'WALLET_SIGNATURE_BODY_MISMATCH',
  'WALLET_SIGNATURE_INVALID',
  'REQUEST_ID_MISSING',
]
/** Most texts contain none of these, and are not parsed. */
const CONCERNED = /"(rateDetails|CLOSED_BY_SERVICE|fault)"/

/**
 * `gridApi*` beside `serviceApi*` in `rateDetails`; the fault of a signature as `code`; CLOSED_BY_GRID as the reason of
 * a card that the service closed. Statuses and all other fields stay.
 */
export const inGridNames: Translate = (json) =>
  CONCERNED.test(json) ? JSON.stringify(JSON.parse(json), renamed) : json

function renamed(key: string, value: unknown): unknown {
  if (key === 'stateReason' && value === 'CLOSED_BY_SERVICE') return 'CLOSED_BY_GRID'
  if (value === null || typeof value !== 'object') return value
  if (key === 'rateDetails') return { ...value, ...gridRates(value as Record<string, unknown>) }
  if (key !== '') return value
  const { code, details } = value as { code?: unknown; details?: { fault?: ErrorCode; docs?: string } }
  const fault = FAULTS.find((each) => each === details?.fault)
  if (code !== 'UNAUTHORIZED' || !fault) return value
  const docs = details?.docs?.replace(/#.*/, `#${fault.toLowerCase()}`)
  return { ...value, code: fault, details: { ...details, hint: hintOf(fault), docs } }
}

const gridRates = (rates: Record<string, unknown>) =>
  Object.fromEntries(
    RATE_FIELDS.flatMap((name) => {
      const value = rates[`serviceApi${name}`]
      return value === undefined ? [] : [[`gridApi${name}`, value]]
    }),
  )
