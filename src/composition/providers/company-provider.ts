/** Identity provider of the operators' company: its settings in the environment, and the sign-in made from them. */
import { OPERATOR_PATHS, ROLES, type Role } from '../../../contract/operators/operators.ts'
import { systemClock } from '../../core/clock.ts'
import type { Company } from '../../dashboard/desk/passkey-sign-in.ts'
import { codeFlow } from '../../providers/oidc/code-flow.ts'
import type { VARIABLES } from '../variables.ts'

export interface CompanySettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim with a person's groups. */
  readonly claim: string
  readonly roles: ReadonlyMap<string, Role>
  /** Domains of email addresses, in lower case. */
  readonly domains: readonly string[]
}

type Read = <Value>(name: keyof typeof VARIABLES, parse: (text: string) => Value | undefined, otherwise: Value) => Value

/** Variables that are needed as soon as one of them is set. */
const NEEDED = [
  'CAUSEWAY_DASHBOARD_OIDC_ISSUER',
  'CAUSEWAY_DASHBOARD_OIDC_CLIENT_ID',
  'CAUSEWAY_DASHBOARD_OIDC_CLIENT_SECRET',
  'CAUSEWAY_DASHBOARD_OIDC_ROLES',
  'CAUSEWAY_DASHBOARD_OIDC_DOMAINS',
] as const

/**
 * @param faults receives a sentence for each variable that is missing
 * @returns undefined when no identity provider is configured
 */
export function readCompany(
  read: Read,
  faults: string[],
  dashboardUrl: string | undefined,
): CompanySettings | undefined {
  const text = (name: keyof typeof VARIABLES) => read(name, (given) => given, '')
  const settings = {
    issuer: read<string>(NEEDED[0], issuerIn, ''),
    clientId: text(NEEDED[1]),
    clientSecret: text(NEEDED[2]),
    claim: read('CAUSEWAY_DASHBOARD_OIDC_CLAIM', (given) => given.trim(), 'groups'),
    roles: read<ReadonlyMap<string, Role>>(NEEDED[3], rolesIn, new Map()),
    domains: read<readonly string[]>(NEEDED[4], domainsIn, []),
  }
  const missing = NEEDED.filter((name) => text(name) === '')
  if (missing.length === NEEDED.length) return undefined
  for (const name of missing)
    faults.push(`${name} is missing; operators sign in through an identity provider with all of ${NEEDED.join(', ')}`)
  if (dashboardUrl === undefined)
    faults.push('CAUSEWAY_DASHBOARD_URL is missing; the identity provider sends operators back to it')
  return settings
}

/** https, or http on this machine. */
const issuerIn = (text: string) =>
  /^(https:\/\/[^\s?#]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/[^\s?#]*)?)$/.test(text) && URL.canParse(text)
    ? text
    : undefined

/** `payments-admins=administrator,payments-desk=operator` */
function rolesIn(text: string): ReadonlyMap<string, Role> | undefined {
  const pairs = text.split(',').map((pair) => {
    const end = pair.lastIndexOf('=')
    return [
      pair.slice(0, end).trim(),
      pair
        .slice(end + 1)
        .trim()
        .toUpperCase() as Role,
    ] as const
  })
  return pairs.every(([group, role]) => group !== '' && ROLES.includes(role)) ? new Map(pairs) : undefined
}

function domainsIn(text: string): readonly string[] | undefined {
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase())
  return domains.every((domain) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(domain)) ? domains : undefined
}

/** @param origin where the dashboard is served: the provider sends browsers back to it */
export const companyAt = (origin: string, settings: CompanySettings): Company => ({
  flow: codeFlow({ ...settings, redirectUri: origin + OPERATOR_PATHS.providerReturn }, systemClock()),
  rules: settings,
})
