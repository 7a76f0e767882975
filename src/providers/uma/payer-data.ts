/** Payer data: names of the sender's details in UMA, and their encryption for the other institution. */
import type { CounterPartyDataOptions } from '@uma-sdk/core'
import { decrypt } from 'eciesjs'
import { CUSTOMER_INFO_FIELDS } from '../../../contract/elements.ts'
import { type RequiredField, UmaFault, type UmaKeyPair, type UmaKeys, type UmaPayment } from './port.ts'

type FieldName = RequiredField['name']

/** `BIRTH_DATE` is `birthDate` in UMA. */
const umaName = (name: FieldName): string =>
  name === 'FULL_NAME' ? 'name' : name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const OURS = new Map(CUSTOMER_INFO_FIELDS.map((name) => [umaName(name), name]))
/** Present in every request without being required. */
const ALWAYS: readonly string[] = ['identifier', 'compliance']

export const askedOptions = (required: readonly RequiredField[]): CounterPartyDataOptions =>
  Object.fromEntries(required.map(({ name, mandatory }) => [umaName(name), { mandatory }]))

/** @throws Error when a detail is mandatory that this service does not know */
export function requiredFields(options: CounterPartyDataOptions): RequiredField[] {
  return Object.entries(options).flatMap(([key, option]) => {
    const name = OURS.get(key)
    if (ALWAYS.includes(key)) return []
    if (name) return [{ name, mandatory: option?.mandatory ?? false }]
    if (option?.mandatory) throw new Error(`it requires the sender's "${key}", which this service does not know`)
    return []
  })
}

type Disclosed = Pick<UmaPayment, 'key' | 'payerData'>

/** The text to encrypt. */
export const complianceText = ({ key, payerData }: Disclosed): string =>
  JSON.stringify({
    payment: key,
    payer: Object.fromEntries(Object.entries(payerData).map(([name, value]) => [umaName(name as FieldName), value])),
  })

/**
 * Payment key and sender details that another installation of this service has encrypted for this one.
 * @param encrypted hexadecimal
 * @returns undefined for a text of another format: those of other implementations are not read
 * @throws UmaFault when it was not encrypted for this key
 */
export function readCompliance(encrypted: string, privateKey: Uint8Array): Disclosed | undefined {
  const text = decrypted(encrypted, privateKey)
  try {
    const { payment, payer } = JSON.parse(text) as { payment: unknown; payer: Record<string, unknown> }
    if (typeof payment !== 'string' || payment.length > 100 || payment.length === 0) return undefined
    return { key: payment, payerData: readPayer(payer) }
  } catch {
    return undefined
  }
}

/** The pair that opens it; the current one if none does. A sender may have cached the key before a rotation. */
export function pairFor(encrypted: string, { encryption, readable }: UmaKeys): UmaKeyPair {
  const opens = ({ privateKey }: UmaKeyPair) => {
    try {
      decrypted(encrypted, privateKey)
      return true
    } catch {
      return false
    }
  }
  return readable.length > 1 ? (readable.find(opens) ?? encryption) : encryption
}

function decrypted(encrypted: string, privateKey: Uint8Array): string {
  try {
    return Buffer.from(decrypt(privateKey, Buffer.from(encrypted, 'hex'))).toString('utf8')
  } catch {
    throw new UmaFault('MISSING_MANDATORY_PAYER_DATA', 'The compliance data could not be read with our key')
  }
}

/** Details of a sender that this service knows, from UMA's unencrypted `payerData`. */
export const readPayer = (payer: Readonly<Record<string, unknown>>): Disclosed['payerData'] =>
  Object.fromEntries(
    Object.entries(payer).flatMap(([key, value]) => {
      const name = OURS.get(key)
      return name && typeof value === 'string' && value !== '' ? [[name, value.slice(0, 1000)] as const] : []
    }),
  )
