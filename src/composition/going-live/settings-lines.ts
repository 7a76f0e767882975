/** Checklist lines about the environment: secrets, addresses, limits and what is connected. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../../infra/egress/addresses.ts'
import { isExposed } from '../../infra/files/private-file.ts'
import { blocklistIn } from '../../providers/screening/blocklist.ts'
import { isSealed } from '../sealed-secrets.ts'
import { KEY_SERVICE_SECRETS, SECRETS } from '../variables.ts'
import { type Line, type Settings, unless } from './line.ts'

/** Fewer distinct bytes occur in one of ten million random keys of 32 bytes. */
const DIFFERENT_BYTES_MIN = 20

/** @param key hexadecimal @returns whether it may be random: no pattern, not one that counts up or down */
export function looksRandom(key: string): boolean {
  const bytes = [...Buffer.from(key, 'hex')]
  const steps = new Set(bytes.slice(1).map((byte, i) => (byte - (bytes[i] as number) + 256) % 256))
  return new Set(bytes).size >= DIFFERENT_BYTES_MIN && steps.size >= DIFFERENT_BYTES_MIN / 2
}

export const settingsLines: readonly Line<Settings>[] = [
  {
    id: 'mode',
    must: 'The process runs in production mode.',
    remedy: 'Set `CAUSEWAY_MODE=production`, on a database that was never a sandbox.',
    fault: ({ config }) => unless(config.mode === 'production', `CAUSEWAY_MODE is ${config.mode}`),
  },
  {
    id: 'keys',
    must: 'The installation’s secret and the master key of wallets are random, and not those of a sandbox.',
    remedy: 'Generate each with `openssl rand -hex 32`, before the first start.',
    fault: ({ config }) => weakKeys(config),
  },
  {
    id: 'secret-files',
    must: 'Secrets are sealed by a key service, or come from files that only the service can read.',
    remedy: 'Use the variables with `_FILE`: a process’s environment appears in crash reports and process listings.',
    fault: ({ env }) => {
      const bare = [...SECRETS, ...KEY_SERVICE_SECRETS].filter((name) => env[name] && !isSealed(env[name]))
      return unless(bare.length === 0, `In the environment itself: ${bare.join(', ')}`)
    },
  },
  {
    id: 'data-directory',
    must: 'Only the service can read the data directory, and it contains no files of a sandbox.',
    remedy: 'Use an empty folder with mode 0700, shared by all processes.',
    fault: ({ config: { dataDir } }) => directoryFault(dataDir),
  },
  {
    id: 'public-url',
    must: 'Links in replies begin with the public address, over https.',
    remedy: 'Set `CAUSEWAY_PUBLIC_URL=https://…`.',
    fault: ({ config: { publicUrl } }) =>
      publicUrl === undefined
        ? 'CAUSEWAY_PUBLIC_URL is not set'
        : unless(isPublic(publicUrl), `CAUSEWAY_PUBLIC_URL is ${publicUrl}`),
  },
  {
    id: 'desk',
    must: 'Operators reach the dashboard over https.',
    remedy: 'Set `CAUSEWAY_DASHBOARD_URL=https://…`, reachable from your own network only.',
    fault: ({ config: { dashboardUrl } }) =>
      dashboardUrl === undefined
        ? 'CAUSEWAY_DASHBOARD_URL is not set'
        : unless(isPublic(dashboardUrl), `CAUSEWAY_DASHBOARD_URL is ${dashboardUrl}`),
  },
  {
    id: 'trusted-proxies',
    must: 'Trusted proxies are configured, and no wide networks are trusted.',
    remedy: 'Set `CAUSEWAY_TRUSTED_PROXIES` to the addresses of your TLS proxy.',
    fault: ({ config: { trustedProxies } }) => {
      if (trustedProxies.length === 0)
        return 'CAUSEWAY_TRUSTED_PROXIES is not set: all callers appear with the proxy’s address'
      const wide = trustedProxies.filter(isWide)
      return unless(wide.length === 0, `CAUSEWAY_TRUSTED_PROXIES trusts most of the Internet: ${wide.join(', ')}`)
    },
  },
  {
    id: 'rates',
    must: 'Exchange rates tolerate the loss of a source: at least two sources must agree, and there are more than that.',
    remedy: 'Name three sources of different publishers in `CAUSEWAY_RATES_URLS`, and leave the quorum at 2.',
    fault: ({ config: { rates } }) =>
      unless(
        rates.quorum >= 2 && rates.urls.length > rates.quorum,
        `${rates.urls.length} sources, of which ${rates.quorum} must agree`,
      ),
  },
  {
    id: 'mail',
    must: 'Codes for wallets can be mailed, from your domain.',
    remedy: 'Set `CAUSEWAY_SMTP_URL` and `CAUSEWAY_MAIL_FROM`.',
    fault: ({ config: { smtpUrl, mailFrom } }) => {
      if (smtpUrl === undefined) return 'CAUSEWAY_SMTP_URL is not set'
      return unless(!/@localhost$|\.example$/.test(mailFrom), `CAUSEWAY_MAIL_FROM is ${mailFrom}`)
    },
  },
  {
    id: 'screening',
    must: 'Counterparties are screened.',
    remedy: 'Set `CAUSEWAY_SCREENING_FILE` to your list.',
    fault: ({ config: { screeningFile } }) => {
      if (screeningFile === undefined) return 'CAUSEWAY_SCREENING_FILE is not set'
      const { identifiers, names } = blocklistIn(readFileSync(screeningFile, 'utf8'))
      return unless(identifiers.size + names.size > 0, `${screeningFile} is empty`)
    },
  },
  {
    id: 'payout-limits',
    must: 'Large payouts need two operators.',
    remedy: 'Set `CAUSEWAY_TWO_OPERATORS_ABOVE` for each currency that you pay out.',
    fault: ({ config: { payoutLimits } }) => unless(payoutLimits.size > 0, 'CAUSEWAY_TWO_OPERATORS_ABOVE is not set'),
  },
  {
    id: 'travel-rule',
    must: 'Payouts to wallets and by UMA follow the travel rule.',
    remedy: 'Set `CAUSEWAY_TRAVEL_RULE`.',
    fault: ({ config: { travelRule, evm, lightning, umaPartners } }) => {
      const concerned = evm.chains.length > 0 || lightning !== undefined || umaPartners.length > 0
      return unless(!concerned || travelRule.size > 0, 'CAUSEWAY_TRAVEL_RULE is not set')
    },
  },
  {
    id: 'logs',
    must: 'The security log is complete: refusals, and changes of permissions.',
    remedy: 'Leave `LOG_LEVEL` at `info`.',
    fault: ({ config: { logLevel } }) =>
      unless(['info', 'debug', 'trace'].includes(logLevel), `LOG_LEVEL is ${logLevel}`),
  },
  {
    id: 'rails-configured',
    must: 'A rail is connected.',
    remedy: 'Configure a bank, a chain or a Lightning node.',
    fault: ({ config: { banks, evm, lightning } }) =>
      unless(
        Boolean(banks.sepa ?? banks.ach ?? lightning) || evm.chains.length > 0,
        'No rail is configured: payments out of the installation are refused',
      ),
  },
]

function weakKeys({
  secretKey,
  formerSecretKeys,
  custodyKey,
  formerCustodyKeys,
  dataDir,
}: Settings['config']): string | undefined {
  const named = [
    ['CAUSEWAY_SECRET_KEY', secretKey],
    ...formerSecretKeys.map((key) => ['CAUSEWAY_FORMER_SECRET_KEYS', key] as const),
    ['CAUSEWAY_CUSTODY_KEY', custodyKey],
    ...formerCustodyKeys.map((key) => ['CAUSEWAY_FORMER_CUSTODY_KEYS', key] as const),
  ] as const
  for (const [name, key] of named) {
    if (key === undefined) return `${name} is not set`
    if (!looksRandom(key)) return `${name} is not random`
    for (const file of ['secret.key', 'custody.key'].map((it) => join(dataDir, it)))
      if (existsSync(file) && readFileSync(file, 'utf8').trim().toLowerCase() === key.toLowerCase())
        return `${name} is the key in ${file}, which a sandbox made`
  }
  return undefined
}

function directoryFault(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return `${dataDir} does not exist`
  const ofSandbox = ['credentials.json', 'secret.key', 'custody.key', 'database'].filter((name) =>
    existsSync(join(dataDir, name)),
  )
  if (ofSandbox.length > 0) return `${dataDir} contains ${ofSandbox.join(', ')}`
  return unless(process.platform === 'win32' || !isExposed(statSync(dataDir)), `${dataDir} can be read by other users`)
}

const isPublic = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && hostname !== 'localhost' && !isLoopback(hostname)
}

/** A network of more than 2^24 addresses that is not private. */
function isWide(network: string): boolean {
  if (!network.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(network)
  return bits < 8 || (address.range() === 'unicast' && bits < (address.kind() === 'ipv4' ? 16 : 32))
}
