/** Owns what is told of a sender: the names of the details in UMA, and their way through encryption. */
import type { CounterPartyDataOptions } from '@uma-sdk/core'
import { decrypt } from 'eciesjs'
import { CUSTOMER_INFO_FIELDS } from '../../../contract/elements.ts'
import { type RequiredField, UmaFault, type UmaPayment } from './port.ts'

type FieldName = RequiredField['name']

/** `BIRTH_DATE` is `birthDate` in UMA. */
const umaName = (name: FieldName): string =>
  name === 'FULL_NAME' ? 'name' : name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const OURS = new Map(CUSTOMER_INFO_FIELDS.map((name) => [umaName(name), name]))
/** Every request carries these, so nobody need ask for them. */
const ALWAYS: readonly string[] = ['identifier', 'compliance']

export const askedOptions = (required: readonly RequiredField[]): CounterPartyDataOptions =>
  Object.fromEntries(required.map(({ name, mandatory }) => [umaName(name), { mandatory }]))

/** @throws Error when a detail is mandatory that this service has no word for */
export function requiredFields(options: CounterPartyDataOptions): RequiredField[] {
  return Object.entries(options).flatMap(([key, option]) => {
    const name = OURS.get(key)
    if (ALWAYS.includes(key)) return []
    if (name) return [{ name, mandatory: option?.mandatory ?? false }]
    if (option?.mandatory) throw new Error(`It demands to know the sender's "${key}", which has no meaning here`)
    return []
  })
}

type Told = Pick<UmaPayment, 'key' | 'payerData'>

/** The text to encrypt. */
export const complianceText = ({ key, payerData }: Told): string =>
  JSON.stringify({
    payment: key,
    payer: Object.fromEntries(Object.entries(payerData).map(([name, value]) => [umaName(name as FieldName), value])),
  })

/**
 * What an installation of this service has encrypted for us: which payment it is, and details of the sender.
 * @param encrypted hexadecimal
 * @returns undefined for a text of another form, as other implementations send it: theirs is not ours to read
 * @throws UmaFault when it was not encrypted to this key
 */
export function readCompliance(encrypted: string, privateKey: Uint8Array): Told | undefined {
  const text = decrypted(encrypted, privateKey)
  try {
    const { payment, payer } = JSON.parse(text) as { payment: unknown; payer: Record<string, unknown> }
    if (typeof payment !== 'string' || payment.length > 100 || payment.length === 0) return undefined
    return { key: payment, payerData: readPayer(payer) }
  } catch {
    return undefined
  }
}

function decrypted(encrypted: string, privateKey: Uint8Array): string {
  try {
    return Buffer.from(decrypt(privateKey, Buffer.from(encrypted, 'hex'))).toString('utf8')
  } catch {
    throw new UmaFault('MISSING_MANDATORY_PAYER_DATA', 'The compliance data could not be read with our key')
  }
}

/** Details of a sender that have a name here, as UMA's `payerData` carries them in plain. */
export const readPayer = (payer: Readonly<Record<string, unknown>>): Told['payerData'] =>
  Object.fromEntries(
    Object.entries(payer).flatMap(([key, value]) => {
      const name = OURS.get(key)
      return name && typeof value === 'string' && value !== '' ? [[name, value.slice(0, 1000)] as const] : []
    }),
  )
