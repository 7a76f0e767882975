/** Owns the addresses: which page stands where, and which part of its state the address holds. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { HomePage } from './pages/home/home-page.tsx'
import { InboxPage } from './pages/inbox/inbox-page.tsx'
import { NewPaymentPage } from './pages/payments/new-payment-page.tsx'
import { PaymentPage } from './pages/payments/payment-page.tsx'
import { PaymentsPage } from './pages/payments/payments-page.tsx'
import { WalletPage } from './pages/wallet/wallet-page.tsx'
import { Shell } from './shell/shell.tsx'
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
  notFoundComponent: () => <Empty title="There is nothing here">The address leads to no page of this dashboard.</Empty>,
})
const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage, validateSearch: keep('fund') })
const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  component: PaymentsPage,
  validateSearch: keep('status', 'cursor'),
})
const newPayment = createRoute({
  getParentRoute: () => root,
  path: '/payments/new',
  component: NewPaymentPage,
  validateSearch: keep('from', 'to', 'amount'),
})
const payment = createRoute({ getParentRoute: () => root, path: '/payments/$id', component: PaymentPage })
const wallet = createRoute({
  getParentRoute: () => root,
  path: '/wallet',
  component: WalletPage,
  validateSearch: keep('customer'),
})
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: InboxPage,
  validateSearch: keep('to'),
})

export const router = createRouter({
  routeTree: root.addChildren([home, payments, newPayment, payment, wallet, inbox]),
  pathParamsAllowedCharacters: [':'],
  scrollRestoration: true,
  defaultErrorComponent: ({ error }) => <Problem error={error as Error} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
