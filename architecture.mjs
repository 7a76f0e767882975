/**
 * Layers: which files may import which, as data. dependency-cruiser enforces it, and the docs draw it.
 * `files` is a regular expression over paths from the root; a file obeys every layer that it matches. `imports` names
 * the layers below that it may use beside itself; `outside` the packages and Node modules (absent: any). Of the
 * layers in `typesOf` it may import types: nothing of them is left when the program runs.
 */

/** Each may import those before it. */
const INFRA = [
  'compatibility',
  'crypto',
  'egress',
  'db',
  'reads',
  'files',
  'jobs',
  'state-machines',
  'telemetry',
  'audit',
  'operations',
  'request-log',
  'limits',
  'http',
]
/** The domain does not know HTTP: handlers and signatures are types of `operations`. */
const BELOW_DOMAIN = INFRA.filter((name) => name !== 'http')
const DOMAIN_PACKAGES = [
  'csv-parse',
  'kysely',
  'pino',
  'typebox',
  'node:crypto',
  'node:events',
  'node:net',
  'node:stream',
  'node:timers/promises',
  'node:util',
]

/** Each may import those before it, except the closed ones, which no other imports. */
const DOMAINS = [
  'platform',
  'ledger',
  'accounts',
  'customers',
  'customers/imports',
  'customers/beneficial-owners',
  'customers/verifications',
  'customers/documents',
  'wallets',
  'payments/external-accounts',
  'payments/receivers',
  'payments/invitations',
  'payments/allowances',
  'payments/transactions',
  'payments/uma',
  'payments/travel-rule',
  'payments/quotes',
  'payments/arrivals',
  'payments/reconciliation',
  'cards',
  'agents',
  'events',
  'sandbox',
]
const CLOSED = ['agents', 'sandbox']

const infra = (name) => `infra/${name}`
const domain = (name) => `domain/${name}`
/** A folder, without the folders in it that are listed themselves. */
const domainFiles = (name) => {
  const apart = DOMAINS.filter((other) => other.startsWith(`${name}/`)).map((other) => other.slice(name.length + 1))
  return `^src/domain/${name}/${apart.length > 0 ? `(?!(${apart.join('|')})/)` : ''}`
}

export const layers = [
  {
    name: 'tables of the contract',
    files: '^contract/(error-codes|currencies|limits)\\.ts$',
    about: 'Error codes, currencies and limits: figures that every layer may import',
    imports: [],
    typesOf: ['contract'],
    outside: [],
  },
  {
    name: 'contract',
    files: '^contract/',
    about: 'The API as data: operations and schemas',
    imports: ['tables of the contract'],
    outside: ['typebox'],
  },
  {
    name: 'core',
    files: '^src/core/',
    about: 'Pure words without input or output: money, rates, ids, time',
    imports: ['tables of the contract'],
    typesOf: ['contract'],
    outside: ['node:crypto'],
  },
  {
    name: 'engine',
    files: '^src/engine/',
    about: 'Commands become batches, a batch becomes one database transaction; knows tables, not the domain',
    imports: ['core'],
  },
  ...INFRA.map((name, place) => ({
    name: infra(name),
    files: `^src/infra/${name}/`,
    about: 'Machines: what the domain runs on',
    imports: ['core', 'engine', 'contract', ...INFRA.slice(0, place).map(infra)],
  })),
  {
    name: 'provider ports',
    files: '^src/providers/[^/]+/port\\.ts$',
    about: 'What the domain asks of the outside world',
    imports: ['core', 'contract'],
  },
  {
    name: 'providers',
    files: '^src/providers/(?!rails/|screening/)',
    about: 'The outside world, one folder each: a port and its implementations',
    imports: ['provider ports', 'core', 'contract', 'infra/crypto', 'infra/egress'],
  },
  {
    name: 'rails and screening',
    files: '^src/providers/(rails|screening)/',
    about:
      'Connections to bank schemes and networks, and the screening of payouts; what they must not forget is in tables of their own',
    imports: [
      'provider ports',
      'core',
      'contract',
      'infra/crypto',
      'infra/egress',
      'infra/db',
      'infra/reads',
      'infra/files',
    ],
  },
  ...DOMAINS.map((name, place) => ({
    name: domain(name),
    files: domainFiles(name),
    about: 'What the service does, one folder per family of resources',
    imports: [
      'core',
      'engine',
      'contract',
      'provider ports',
      ...BELOW_DOMAIN.map(infra),
      ...DOMAINS.slice(0, place)
        .filter((below) => !CLOSED.includes(below))
        .map(domain),
    ],
    outside: DOMAIN_PACKAGES,
  })),
  {
    name: 'operator',
    files: '^src/operator/',
    about: 'What only the operator may do: the commands of the domain, without the API',
    imports: ['core', 'engine', 'contract', 'provider ports', ...INFRA.map(infra), ...DOMAINS.map(domain)],
  },
  {
    name: 'reporting',
    files: '^src/reporting/',
    about: 'Reads that span several domains: overview, histories, the ledger with names, and the installation',
    imports: [
      'core',
      'engine',
      'contract',
      'provider ports',
      ...BELOW_DOMAIN.map(infra),
      ...DOMAINS.map(domain),
      'operator',
    ],
  },
  {
    name: 'dashboard server',
    files: '^src/dashboard/',
    about: 'What the dashboard is served beside the public API',
    imports: ['core', 'engine', 'contract', 'provider ports', ...INFRA.map(infra), ...DOMAINS.map(domain), 'operator'],
  },
  {
    name: 'documentation',
    files: '^src/documentation/',
    about: 'The pages of docs/, served under /docs',
    imports: ['core'],
    outside: ['marked', 'fastify', 'node:fs', 'node:path', 'node:url'],
  },
  {
    name: 'mcp',
    files: '^src/mcp/',
    about: 'The operations of agents as tools of language models, over any way to the API',
    imports: ['contract', 'core', 'client'],
    outside: ['@modelcontextprotocol/sdk', 'typebox', 'node:timers/promises'],
  },
  {
    name: 'composition',
    files: '^src/(main|composition/.+|dashboard/[^/]+)\\.ts$',
    about: 'Puts the parts together, and the process',
    imports: [
      'core',
      'engine',
      'contract',
      'provider ports',
      'providers',
      'rails and screening',
      ...INFRA.map(infra),
      ...DOMAINS.map(domain),
      'dashboard server',
      'documentation',
      'operator',
      'reporting',
      'mcp',
      'client',
    ],
  },
  {
    name: 'operator entrance',
    files: '^src/composition/(operate|going-live/(examine|database-access|seal-secret))\\.ts$',
    about:
      'What the command line calls on the installation itself: to act on its database, to examine it, and to seal its secrets',
    imports: [
      'core',
      'engine',
      'provider ports',
      ...INFRA.map(infra),
      ...DOMAINS.map(domain),
      'operator',
      'composition',
    ],
  },
  {
    name: 'client',
    files: '^client/',
    about: 'Typed client for servers and browsers; a standalone package',
    imports: [],
  },
  {
    name: 'cli',
    files: '^cli/',
    about: 'The command line: over the client, or for operators on the installation itself',
    imports: ['client', 'contract', 'core', 'mcp', 'operator', 'operator entrance'],
  },
  {
    name: 'dashboard',
    files: '^dashboard/',
    about: 'The web application, over the client',
    imports: ['client', 'contract'],
  },
]

/** Folders whose subfolders do not know each other: each implementation is independent. */
export const apart = ['src/providers']

/** Folders that only the files of the folder above them import. */
export const internals = ['src/engine/internal']

/** Files that only the composition may import from outside their folder. */
export const privateFiles = ['^src/domain/.+/(api|jobs)\\.ts$']

/** Tests beside what they test: exempt from the layers. */
export const tests = '\\.test\\.tsx?$'
