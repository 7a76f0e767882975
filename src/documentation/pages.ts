/** Documentation pages: which files are served under /docs, in which order. */

export interface DocPage {
  /** The last part of its address: /docs/<slug>. */
  readonly slug: string
  /** From the root of the repository. */
  readonly file: string
  /** One line for the index. */
  readonly about: string
}

export interface DocGroup {
  readonly title: string
  readonly pages: readonly DocPage[]
}

const page = (slug: string, file: string, about: string): DocPage => ({ slug, file, about })

export const DOC_GROUPS: readonly DocGroup[] = [
  {
    title: 'Start',
    pages: [
      page('first-payment', 'docs/journeys/first-payment.md', 'Quote, execution, retries and signed webhooks'),
      page('concepts', 'docs/concepts.md', 'The objects of the API and how money moves between them'),
      page('sandbox', 'docs/sandbox.md', 'The cast, outcomes chosen by account numbers, and the clock'),
      page('client', 'client/README.md', 'The typed client for servers and browsers'),
      page('platform-app', 'examples/platform-app/README.md', 'A payments app in under 500 lines, over the client'),
      page('command-line', 'docs/command-line.md', 'Operations, the sandbox and exit codes at a prompt'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('journeys', 'docs/journeys/README.md', 'Five payments from start to finish'),
      page('paying-a-supplier', 'docs/journeys/paying-a-supplier.md', 'Pay exactly the amount of an invoice'),
      page('bank-return', 'docs/journeys/bank-return.md', 'A completed payment that is returned two days later'),
      page('crypto-off-ramp', 'docs/journeys/crypto-off-ramp.md', 'USDC arrives for a quote and leaves as euros'),
      page('incoming-uma', 'docs/journeys/incoming-uma.md', 'Accept, reject or defer an incoming payment'),
      page('payments', 'docs/payments.md', 'Payment references and platform fees'),
      page('events', 'docs/events.md', 'Events, webhooks and their signatures, resend and replay'),
      page('ledger', 'docs/ledger.md', 'Trial balance, postings, statements and histories over the API'),
      page('requests', 'docs/requests.md', 'The log of API requests: what it keeps, redaction, retention'),
      page('wallets', 'docs/wallets.md', 'Passkeys, sessions, signed requests, export'),
      page('cards', 'docs/cards.md', 'Issue, freeze, funding sources, purchases'),
      page('agents', 'docs/agents.md', 'Programs that pay under a policy; MCP'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('endpoints', 'docs/generated/endpoints.md', 'Every operation with its permission'),
      page('errors', 'docs/generated/errors.md', 'Every error code: cause, who acts, what happened to the money'),
      page('failure-reasons', 'docs/generated/failure-reasons.md', 'Why a payment can fail, and who acts'),
      page('states', 'docs/generated/states.md', 'The state machine of each resource'),
      page('account-types', 'docs/generated/account-types.md', 'Fields of external accounts by country and rail'),
      page('limits', 'docs/generated/limits.md', 'Largest amounts, bodies, pages and lists'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('configuration', 'docs/configuration.md', 'Every environment variable'),
      page('deploying', 'docs/deploying.md', 'Image, Compose, Helm, systemd, TLS proxy, secrets in files'),
      page('going-live', 'docs/going-live.md', 'The checklist that causeway doctor --production checks'),
      page('operating', 'docs/operating.md', 'Start, screening, tasks, backup, upgrade'),
      page('personal-data', 'docs/generated/personal-data.md', 'Personal data of each table, and what ends it'),
      page('runbook', 'docs/runbook.md', 'Each alert: meaning, what to look at, what to do'),
      page('incidents', 'docs/incidents.md', 'Leaked keys, broken books, a lost database: what to do first'),
      page('threat-model', 'docs/threat-model.md', 'Attackers, boundaries, what stops them and what is left'),
      page('custody', 'docs/custody.md', 'Where keys are and who can use them'),
      page('security', 'SECURITY.md', 'Promises about secrets, and how to report a vulnerability'),
      page('performance', 'docs/performance.md', 'What a payment costs'),
      page('scaling', 'docs/scaling.md', 'From a laptop to many databases'),
      page('assurance', 'docs/assurance.md', 'Every promise with the test that notices when it is broken'),
      page('decisions', 'docs/decisions.md', 'Behaviour that the public contract leaves open'),
    ],
  },
  {
    title: 'Rails',
    pages: [
      page('rails', 'docs/rails/README.md', 'How money enters and leaves, and where it is at rest'),
      page('banks', 'docs/rails/banks.md', 'SEPA and ACH by files'),
      page('evm', 'docs/rails/evm.md', 'Stablecoins on Ethereum, Base and Polygon'),
      page('lightning', 'docs/rails/lightning.md', 'Bitcoin over an LND node'),
    ],
  },
]

export const DOC_PAGES: readonly DocPage[] = DOC_GROUPS.flatMap(({ pages }) => pages)
