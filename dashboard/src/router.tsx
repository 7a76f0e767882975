/** Routes: the page at each address, and the search parameters it keeps. */
import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router'
import { HomePage } from './pages/home/home-page.tsx'
import { InboxPage } from './pages/inbox/inbox-page.tsx'
import { NewPaymentPage } from './pages/payments/new-payment-page.tsx'
import { PaymentPage } from './pages/payments/payment/payment-page.tsx'
import { PaymentsPage } from './pages/payments/payments-page.tsx'
import { WalletPage } from './pages/wallet/wallet-page.tsx'
import { Shell } from './shell/shell.tsx'
import { buttonClass } from './ui/button.tsx'
import { Empty, Problem } from './ui/note.tsx'

/** Only the named parameters, and only those that have a value. */
const keep =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string } =>
    Object.fromEntries(names.filter((name) => search[name]).map((name) => [name, String(search[name])])) as {
      [Key in Name]?: string
    }

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Empty
      title="Page not found"
      action={
        <Link to="/" search={{}} className={buttonClass()}>
          Go home
        </Link>
      }
    >
      No page of this dashboard has this address.
    </Empty>
  ),
})
const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage, validateSearch: keep('fund') })
const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  component: PaymentsPage,
  validateSearch: keep('status', 'type', 'customer', 'of', 'from', 'to', 'currency', 'min', 'max', 'cursor'),
})
const newPayment = createRoute({
  getParentRoute: () => root,
  path: '/payments/new',
  component: NewPaymentPage,
  validateSearch: keep('from', 'to', 'amount', 'address'),
})
const payment = createRoute({ getParentRoute: () => root, path: '/payments/$id', component: PaymentPage })
const bothSides = createRoute({
  getParentRoute: () => root,
  path: '/payments/$id/both-sides',
  component: lazyRouteComponent(() => import('./pages/payments/both-sides/both-sides-page.tsx'), 'BothSidesPage'),
})
// These pages load the table of account types, which no other page needs.
const accounts = createRoute({
  getParentRoute: () => root,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./pages/accounts/accounts-page.tsx'), 'AccountsPage'),
  validateSearch: keep('of', 'customer', 'cursor'),
})
const newAccount = createRoute({
  getParentRoute: () => root,
  path: '/accounts/new',
  component: lazyRouteComponent(() => import('./pages/accounts/new-account-page.tsx'), 'NewAccountPage'),
  validateSearch: keep('owner', 'currency', 'type'),
})
const account = createRoute({
  getParentRoute: () => root,
  path: '/accounts/$id',
  component: lazyRouteComponent(() => import('./pages/accounts/account-page.tsx'), 'AccountPage'),
  validateSearch: keep('of', 'added'),
})
const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  component: lazyRouteComponent(() => import('./pages/customers/customers-page.tsx'), 'CustomersPage'),
  validateSearch: keep('search', 'type', 'status', 'cursor'),
})
const newCustomer = createRoute({
  getParentRoute: () => root,
  path: '/customers/new',
  component: lazyRouteComponent(() => import('./pages/customers/new-customer-page.tsx'), 'NewCustomerPage'),
  validateSearch: keep('type'),
})
const importCustomers = createRoute({
  getParentRoute: () => root,
  path: '/customers/import',
  component: lazyRouteComponent(() => import('./pages/customers/import-page.tsx'), 'ImportPage'),
  validateSearch: keep('job'),
})
const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('./pages/customers/customer-page.tsx'), 'CustomerPage'),
})
const editCustomer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id/edit',
  component: lazyRouteComponent(() => import('./pages/customers/edit-customer-page.tsx'), 'EditCustomerPage'),
})
const invite = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id/invite',
  component: lazyRouteComponent(() => import('./pages/invitations/invite-page.tsx'), 'InvitePage'),
})
const customerInvitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$code',
  component: lazyRouteComponent(() => import('./pages/invitations/invitation-page.tsx'), 'InvitationPage'),
})
const uma = createRoute({
  getParentRoute: () => root,
  path: '/uma',
  component: lazyRouteComponent(() => import('./pages/uma/uma-page.tsx'), 'UmaPage'),
})
const foundObject = createRoute({
  getParentRoute: () => root,
  path: '/objects/$id',
  component: lazyRouteComponent(() => import('./pages/objects/object-page.tsx'), 'FoundPage'),
})
const wallet = createRoute({
  getParentRoute: () => root,
  path: '/wallet',
  component: WalletPage,
  validateSearch: keep('customer', 'card'),
})
const balance = createRoute({
  getParentRoute: () => root,
  path: '/balances/$id',
  component: lazyRouteComponent(() => import('./pages/balances/balance-page.tsx'), 'BalancePage'),
  validateSearch: keep('before'),
})
const ledger = createRoute({
  getParentRoute: () => root,
  path: '/ledger',
  component: lazyRouteComponent(() => import('./pages/ledger/ledger-page.tsx'), 'LedgerPage'),
  validateSearch: keep('place', 'currency', 'cause', 'before'),
})
const quotes = createRoute({
  getParentRoute: () => root,
  path: '/quotes',
  component: lazyRouteComponent(() => import('./pages/quotes/quotes-page.tsx'), 'QuotesPage'),
  validateSearch: keep('status', 'from', 'cursor'),
})
const quote = createRoute({
  getParentRoute: () => root,
  path: '/quotes/$id',
  component: lazyRouteComponent(() => import('./pages/quotes/quote-page.tsx'), 'QuotePage'),
})
const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./pages/tokens/tokens-page.tsx'), 'TokensPage'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})
const system = createRoute({
  getParentRoute: () => root,
  path: '/system',
  component: lazyRouteComponent(() => import('./pages/system/system-page.tsx'), 'SystemPage'),
})
const rails = createRoute({
  getParentRoute: () => root,
  path: '/rails',
  component: lazyRouteComponent(() => import('./pages/rails/rails-page.tsx'), 'RailsPage'),
})
const chain = createRoute({
  getParentRoute: () => root,
  path: '/chains/$id',
  component: lazyRouteComponent(() => import('./pages/chains/chain-page.tsx'), 'ChainPage'),
})
const block = createRoute({
  getParentRoute: () => root,
  path: '/chains/$id/blocks/$number',
  component: lazyRouteComponent(() => import('./pages/chains/block-page.tsx'), 'BlockPage'),
})
const chainTransaction = createRoute({
  getParentRoute: () => root,
  path: '/chains/$id/transactions/$hash',
  component: lazyRouteComponent(() => import('./pages/chains/chain-transaction-page.tsx'), 'ChainTransactionPage'),
})
const cards = createRoute({
  getParentRoute: () => root,
  path: '/cards',
  component: lazyRouteComponent(() => import('./pages/cards/cards-page.tsx'), 'CardsPage'),
  validateSearch: keep('state', 'holder', 'account', 'cursor', 'issue'),
})
const card = createRoute({
  getParentRoute: () => root,
  path: '/cards/$id',
  component: lazyRouteComponent(() => import('./pages/cards/card-page.tsx'), 'CardPage'),
  validateSearch: keep('purchase'),
})
const terminal = createRoute({
  getParentRoute: () => root,
  path: '/terminal',
  component: lazyRouteComponent(() => import('./pages/terminal/terminal-page.tsx'), 'TerminalPage'),
  validateSearch: keep('card', 'purchase'),
})
const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  component: lazyRouteComponent(() => import('./pages/agents/agents-page.tsx'), 'AgentsPage'),
  validateSearch: keep('cursor'),
})
const newAgent = createRoute({
  getParentRoute: () => root,
  path: '/agents/new',
  component: lazyRouteComponent(() => import('./pages/agents/new-agent-page.tsx'), 'NewAgentPage'),
})
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/agents/approvals',
  component: lazyRouteComponent(() => import('./pages/agents/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  validateSearch: keep('action'),
})
const agent = createRoute({
  getParentRoute: () => root,
  path: '/agents/$id',
  component: lazyRouteComponent(() => import('./pages/agents/agent-page.tsx'), 'AgentPage'),
})
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
  validateSearch: keep('agent', 'decision', 'from', 'to', 'cursor'),
})
const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/people/people-page.tsx'), 'PeoplePage'),
})
const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  component: lazyRouteComponent(() => import('./pages/tasks/tasks-page.tsx'), 'TasksPage'),
})
const freezes = createRoute({
  getParentRoute: () => root,
  path: '/freezes',
  component: lazyRouteComponent(() => import('./pages/freezes/freezes-page.tsx'), 'FreezesPage'),
})
const auditChain = createRoute({
  getParentRoute: () => root,
  path: '/audit-chain',
  component: lazyRouteComponent(() => import('./pages/people/audit-chain-page.tsx'), 'AuditChainPage'),
  validateSearch: keep('actor', 'action', 'outcome', 'name', 'before'),
})
// The shell shows it to browsers that are not signed in.
const invitation = createRoute({ getParentRoute: () => root, path: '/invitation', component: () => null })
const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  component: lazyRouteComponent(() => import('./pages/events/events-page.tsx'), 'EventsPage'),
  validateSearch: keep('type', 'delivery', 'of', 'cursor'),
})
const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$id',
  component: lazyRouteComponent(() => import('./pages/events/event-page.tsx'), 'EventPage'),
})
const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  component: lazyRouteComponent(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
  validateSearch: keep('outcome', 'method', 'token', 'operation', 'error', 'key', 'request', 'from', 'to', 'cursor'),
})
const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$id',
  component: lazyRouteComponent(() => import('./pages/requests/request-page.tsx'), 'RequestPage'),
})
const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  component: lazyRouteComponent(() => import('./pages/reference/reference-page.tsx'), 'ReferencePage'),
  validateSearch: keep('q'),
})
const referenceOperation = createRoute({
  getParentRoute: () => root,
  path: '/reference/$operation',
  component: lazyRouteComponent(() => import('./pages/reference/reference-page.tsx'), 'ReferencePage'),
  validateSearch: keep('q'),
})
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})
const scenarios = createRoute({
  getParentRoute: () => root,
  path: '/scenarios',
  component: lazyRouteComponent(() => import('./pages/scenarios/scenarios-page.tsx'), 'ScenariosPage'),
})
const scenario = createRoute({
  getParentRoute: () => root,
  path: '/scenarios/$id',
  component: lazyRouteComponent(() => import('./pages/scenarios/scenario-page.tsx'), 'ScenarioPage'),
  validateSearch: keep('run'),
})
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: InboxPage,
  validateSearch: keep('to'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    payments,
    newPayment,
    payment,
    bothSides,
    accounts,
    newAccount,
    account,
    customers,
    newCustomer,
    importCustomers,
    customer,
    editCustomer,
    invite,
    customerInvitation,
    uma,
    foundObject,
    wallet,
    balance,
    ledger,
    tokens,
    settings,
    system,
    quotes,
    quote,
    rails,
    chain,
    block,
    chainTransaction,
    cards,
    card,
    terminal,
    agents,
    newAgent,
    approvals,
    agent,
    audit,
    people,
    tasks,
    freezes,
    auditChain,
    invitation,
    events,
    event,
    requests,
    request,
    webhooks,
    scenarios,
    scenario,
    reference,
    referenceOperation,
    inbox,
  ]),
  pathParamsAllowedCharacters: [':'],
  scrollRestoration: true,
  defaultErrorComponent: ({ error }) => <Problem error={error as Error} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
