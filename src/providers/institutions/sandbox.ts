/** Simulated institutions: one for payments, and one that the seeded platform blocks. */
import type { Institution } from './port.ts'

export const BLOCKED_DOMAIN = 'blocked.uma.example'

/** @param domain of the institution whose addresses choose the outcome of a payment */
export const sandboxInstitutions = (domain: string): readonly Institution[] => [
  {
    domain,
    name: 'Sandbox Bank',
    regions: ['DE', 'FR', 'MX', 'US'],
    currencies: ['USD', 'EUR', 'MXN'],
    logoUrl: `https://${domain}/logo.svg`,
    lei: '0000SANDBOX00BANK059',
  },
  {
    domain: BLOCKED_DOMAIN,
    name: 'Blocked Bank',
    regions: ['US'],
    currencies: ['USD'],
    logoUrl: `https://${BLOCKED_DOMAIN}/logo.svg`,
    lei: '0000BLOCKED00BANK054',
  },
]
