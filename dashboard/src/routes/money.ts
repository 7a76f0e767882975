/** Routes of payments, quotes, accounts, cards and the ledger. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { HomePage } from '../pages/home/home-page.tsx'
import { NewPaymentPage } from '../pages/payments/new-payment-page.tsx'
import { PaymentPage } from '../pages/payments/payment/payment-page.tsx'
import { PaymentsPage } from '../pages/payments/payments-page.tsx'
import { keep, root } from './root.tsx'

export const moneyRoutes = [
  createRoute({ getParentRoute: () => root, path: '/', component: HomePage, validateSearch: keep('fund') }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments',
    component: PaymentsPage,
    validateSearch: keep('status', 'type', 'customer', 'of', 'from', 'to', 'currency', 'min', 'max', 'cursor'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments/new',
    component: NewPaymentPage,
    validateSearch: keep('from', 'to', 'amount', 'address'),
  }),
  createRoute({ getParentRoute: () => root, path: '/payments/$id', component: PaymentPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments/$id/both-sides',
    component: lazyRouteComponent(() => import('../pages/payments/both-sides/both-sides-page.tsx'), 'BothSidesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quotes',
    component: lazyRouteComponent(() => import('../pages/quotes/quotes-page.tsx'), 'QuotesPage'),
    validateSearch: keep('status', 'from', 'cursor'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/quotes/$id',
    component: lazyRouteComponent(() => import('../pages/quotes/quote-page.tsx'), 'QuotePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger',
    component: lazyRouteComponent(() => import('../pages/ledger/ledger-page.tsx'), 'LedgerPage'),
    validateSearch: keep('place', 'currency', 'cause', 'before'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/balances/$id',
    component: lazyRouteComponent(() => import('../pages/balances/balance-page.tsx'), 'BalancePage'),
    validateSearch: keep('before'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/uma',
    component: lazyRouteComponent(() => import('../pages/uma/uma-page.tsx'), 'UmaPage'),
  }),
  // These pages load the table of account types, which no other page needs.
  createRoute({
    getParentRoute: () => root,
    path: '/accounts',
    component: lazyRouteComponent(() => import('../pages/accounts/accounts-page.tsx'), 'AccountsPage'),
    validateSearch: keep('of', 'customer', 'cursor'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accounts/new',
    component: lazyRouteComponent(() => import('../pages/accounts/new-account-page.tsx'), 'NewAccountPage'),
    validateSearch: keep('owner', 'currency', 'type'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accounts/$id',
    component: lazyRouteComponent(() => import('../pages/accounts/account-page.tsx'), 'AccountPage'),
    validateSearch: keep('of', 'added'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cards',
    component: lazyRouteComponent(() => import('../pages/cards/cards-page.tsx'), 'CardsPage'),
    validateSearch: keep('state', 'holder', 'account', 'cursor', 'issue'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cards/$id',
    component: lazyRouteComponent(() => import('../pages/cards/card-page.tsx'), 'CardPage'),
    validateSearch: keep('purchase'),
  }),
] as const
