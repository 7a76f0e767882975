/** Production checks of the environment: weak keys, unencrypted connections, unconfirmed prices. */
import { isLoopback } from '../infra/egress/addresses.ts'
import type { EvmSettings } from './providers/rails.ts'

/** The checked part of the configuration. */
interface Checked {
  readonly secretKey: string | undefined
  readonly custodyKey: string | undefined
  readonly formerSecretKeys: readonly string[]
  readonly formerCustodyKeys: readonly string[]
  readonly databaseUrl: string | undefined
  readonly databaseTls: boolean
  readonly publicUrl: string | undefined
  readonly dashboardUrl: string | undefined
  readonly oidcIssuers: readonly { readonly issuer: string; readonly clientIds: readonly string[] }[]
  readonly rates: { readonly urls: readonly string[]; readonly quorum: number }
  readonly evm: Pick<EvmSettings, 'key'> & { readonly chains: readonly { readonly urls: readonly string[] }[] }
}

/** @returns one sentence for each fault, without secret values */
export const productionFaults = (config: Checked): string[] => [
  ...missing(config),
  ...weakKeys(config),
  ...issuersWithoutClients(config),
  ...unencrypted(config),
]

function missing({ secretKey, custodyKey, databaseUrl, rates }: Checked): string[] {
  const faults: string[] = []
  if (!secretKey)
    faults.push('CAUSEWAY_SECRET_KEY is missing; production needs 64 hex characters that every process shares')
  if (!custodyKey)
    faults.push('CAUSEWAY_CUSTODY_KEY is missing; production needs 64 hex characters that every process shares')
  if (!databaseUrl) faults.push('DATABASE_URL is missing; production runs on PostgreSQL')
  return [...faults, ...rateSourceFaults(rates)]
}

function rateSourceFaults({ urls, quorum }: Checked['rates']): string[] {
  if (urls.length === 0) return ['CAUSEWAY_RATES_URLS is missing; production needs sources of exchange rates']
  const hosts = new Set(urls.map((url) => new URL(url).host))
  if (hosts.size < urls.length) return ['CAUSEWAY_RATES_URLS names one host twice: a source cannot confirm itself']
  if (urls.length < quorum)
    return [
      `CAUSEWAY_RATES_URLS names ${urls.length} of the ${quorum} sources that must agree; add some, or lower CAUSEWAY_RATES_QUORUM`,
    ]
  return []
}

/** One byte repeated: a placeholder. */
const PLACEHOLDER = /^(..)\1{31}$/

function weakKeys({ secretKey, formerSecretKeys, custodyKey, formerCustodyKeys, evm }: Checked): string[] {
  const named = [
    ['CAUSEWAY_SECRET_KEY', secretKey],
    ...formerSecretKeys.map((key) => ['CAUSEWAY_FORMER_SECRET_KEYS', key] as const),
    ['CAUSEWAY_CUSTODY_KEY', custodyKey],
    ...formerCustodyKeys.map((key) => ['CAUSEWAY_FORMER_CUSTODY_KEYS', key] as const),
    ['CAUSEWAY_EVM_KEY', evm.key],
  ] as const
  const keys = named.flatMap(([name, key]) => (key === undefined ? [] : [{ name, key: key.toLowerCase() }]))
  return keys.flatMap(({ name, key }, i) => {
    if (PLACEHOLDER.test(key)) return [`${name} is not a random key; generate one with "openssl rand -hex 32"`]
    const twin = keys.slice(0, i).find((other) => other.key === key)
    return twin ? [`${name} is the same key as ${twin.name}; each must be different`] : []
  })
}

/** An issuer without client ids would let the tokens of any application open wallets. */
const issuersWithoutClients = ({ oidcIssuers }: Checked): string[] =>
  oidcIssuers
    .filter(({ clientIds }) => clientIds.length === 0)
    .map(
      ({ issuer }) =>
        `CAUSEWAY_OIDC_ISSUERS names no client id for ${issuer}; tokens issued to any application would be accepted`,
    )

function unencrypted({ databaseUrl, databaseTls, publicUrl, dashboardUrl, rates, evm }: Checked): string[] {
  const faults: string[] = []
  if (databaseUrl && databaseTls && !isProtected(databaseUrl))
    faults.push(
      'DATABASE_URL crosses a network without TLS; add "?sslmode=verify-full", or set CAUSEWAY_DATABASE_TLS=off if the network itself is encrypted',
    )
  if (publicUrl?.startsWith('http:') && !isHere(new URL(publicUrl).hostname))
    faults.push('CAUSEWAY_PUBLIC_URL is http; links that contain secrets are sent over https only')
  if (dashboardUrl?.startsWith('http:') && !isHere(new URL(dashboardUrl).hostname))
    faults.push('CAUSEWAY_DASHBOARD_URL is http; browsers offer passkeys over https only')
  if (rates.urls.some((url) => url.startsWith('http:') && !isHere(new URL(url).hostname)))
    faults.push(
      'CAUSEWAY_RATES_URLS has an address with http; an attacker on the network could set your prices. Use https',
    )
  const endpoints = evm.chains.flatMap(({ urls }) => urls)
  if (endpoints.some((url) => url.startsWith('http:') && !isHere(new URL(url).hostname)))
    faults.push(
      'CAUSEWAY_EVM_…_URLS has an address with http; an attacker on the network could forge answers. Use https',
    )
  return faults
}

/** Whether the connection uses TLS with a verified certificate, or stays on this machine. */
function isProtected(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const isChecked = ['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
  return isChecked || host === '' || host.startsWith('/') || isHere(host)
}

const isHere = (host: string): boolean => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))
