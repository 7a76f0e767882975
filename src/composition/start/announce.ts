/** Start message: where the service listens, how to sign in, and a first call that works. */
import { contract } from '../../../contract/contract.ts'
import type { Config } from '../config.ts'
import type { Credentials } from '../seed/seed.ts'

interface Ready {
  readonly origin: string
  readonly apiBase: string
  readonly config: Config
  readonly credentials: Credentials | undefined
  /** Sign-in link of the sandbox, or address of the dashboard of production. */
  readonly signInLink: string | undefined
  /** Domain of the sandbox's simulated institution. */
  readonly umaDomain: string | undefined
}

export function announce({ origin, apiBase, config, credentials, signInLink, umaDomain }: Ready): void {
  const database = config.databaseUrl ? 'PostgreSQL' : `embedded, in ${config.dataDir}`
  const lines = [
    '',
    `  Causeway ${config.mode} is ready`,
    '',
    `  dashboard:     ${signInLink ?? 'off; set CAUSEWAY_DASHBOARD_URL'}`,
    `  API base:      ${apiBase}`,
    `  docs:          ${origin}/docs`,
    ...(config.mode === 'sandbox' ? [`  reference:     ${origin}/reference`] : []),
    `  database:      ${database}`,
    ...(umaDomain ? [`  UMA domain:    ${umaDomain}`] : []),
  ]
  if (credentials) {
    lines.push(
      `  client id: ${credentials.clientId}`,
      `  client secret: ${credentials.clientSecret}`,
      '',
      '  Try it:',
      `  curl -u ${credentials.clientId}:${credentials.clientSecret} ${apiBase}${contract.listCustomers.path}`,
      '',
      '  For commands that are copied from the dashboard:',
      `  export CAUSEWAY_CLIENT_ID=${credentials.clientId} CAUSEWAY_CLIENT_SECRET=${credentials.clientSecret}`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
