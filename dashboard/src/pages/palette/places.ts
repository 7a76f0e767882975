/** Pages and actions that the search finds. */
/** A search result and its target. */
export interface Entry {
  readonly key: string
  readonly group: 'Id' | 'Customers' | 'Accounts' | 'Payments' | 'Cards' | 'Agents' | 'Actions' | 'Pages'
  readonly title: string
  readonly detail?: string
  readonly to: string
  readonly params: Readonly<Record<string, string>>
  readonly search: Readonly<Record<string, string>>
}

interface Place {
  readonly title: string
  /** Other words for it. */
  readonly words?: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly isSandboxOnly?: boolean
}

const ACTIONS: readonly Place[] = [
  { title: 'Make a payment', words: 'send pay quote transfer new', to: '/payments/new' },
  { title: 'Pay a UMA address', words: 'lookup receiver send', to: '/payments/new', search: { to: 'uma' } },
  { title: 'Receive from a UMA address', words: 'incoming simulate', to: '/uma', isSandboxOnly: true },
  { title: 'Create a customer', words: 'new individual person add', to: '/customers/new' },
  {
    title: 'Create a business customer',
    words: 'new company kyb add',
    to: '/customers/new',
    search: { type: 'BUSINESS' },
  },
  { title: 'Import customers', words: 'csv upload bulk', to: '/customers/import' },
  { title: 'Add an external account', words: 'new bank payee beneficiary', to: '/accounts/new' },
  { title: 'Issue a card', words: 'new', to: '/cards', search: { issue: 'new' } },
  { title: 'Create an agent', words: 'new bot', to: '/agents/new' },
]

const PAGES: readonly Place[] = [
  { title: 'Home', words: 'overview balances trial balance', to: '/' },
  { title: 'Customers', words: 'people businesses kyc kyb', to: '/customers' },
  { title: 'Payments', words: 'transactions quotes', to: '/payments' },
  { title: 'Quotes and rates', words: 'exchange fx price', to: '/quotes' },
  { title: 'Ledger', words: 'postings trial balance statement double entry', to: '/ledger' },
  { title: 'External accounts', words: 'banks payees', to: '/accounts' },
  { title: 'UMA', words: 'universal money address', to: '/uma' },
  { title: 'API tokens', words: 'credentials client secret permissions revoke', to: '/tokens' },
  { title: 'Settings', words: 'configuration currencies limits branding uma domain', to: '/settings' },
  { title: 'System', words: 'version database migrations jobs health', to: '/system' },
  { title: 'Rails', words: 'banks chains float', to: '/rails' },
  { title: 'Wallet', words: 'passkey', to: '/wallet', isSandboxOnly: true },
  { title: 'Cards', to: '/cards' },
  { title: 'Terminal', words: 'card purchase tap', to: '/terminal', isSandboxOnly: true },
  { title: 'Agents', to: '/agents' },
  { title: 'Approvals', words: 'pending actions', to: '/agents/approvals' },
  { title: 'Audit log', words: 'decisions', to: '/audit' },
  { title: 'Events', words: 'webhooks deliveries', to: '/events' },
  { title: 'Scenarios', words: 'outcomes suffix test simulate', to: '/scenarios', isSandboxOnly: true },
  { title: 'Webhooks', words: 'endpoint keys signature replay', to: '/webhooks' },
  { title: 'Requests', words: 'api log calls errors', to: '/requests' },
  { title: 'Inbox', words: 'mail email codes', to: '/inbox', isSandboxOnly: true },
]

const entryOf =
  (group: Entry['group']) =>
  ({ title, to, search = {} }: Place): Entry => ({ key: `${group} ${title}`, group, title, to, params: {}, search })

/** Those that match every word; all pages and actions when there are none. */
export function findPlaces(words: readonly string[], isSandbox: boolean): Entry[] {
  const fits = ({ title, words: others = '', isSandboxOnly }: Place) =>
    (isSandbox || !isSandboxOnly) && words.every((word) => `${title} ${others}`.toLowerCase().includes(word))
  return [...ACTIONS.filter(fits).map(entryOf('Actions')), ...PAGES.filter(fits).map(entryOf('Pages'))]
}
