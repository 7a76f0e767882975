/** IBAN and BIC checks, and the countries of SEPA. */

/** Length of an IBAN in each country and territory of SEPA (EPC409-09; lengths by the SWIFT IBAN registry). */
const SEPA_LENGTHS: Readonly<Record<string, number>> = {
  ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18 },
  ...{ FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21 },
  ...{ MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19 },
  ...{ SK: 24, SM: 27, VA: 22 },
}

/** Whether an IBAN is of a SEPA country and has the country's length and valid check digits (ISO 13616, mod 97). */
export function isSepaIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || iban.length !== SEPA_LENGTHS[iban.slice(0, 2)]) return false
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** The form of a BIC (ISO 9362). */
export const isBic = (bic: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)
