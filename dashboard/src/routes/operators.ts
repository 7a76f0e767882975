/** Routes of the system, its rails and chains, and of operators. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { keep, root } from './root.tsx'

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/system',
    component: lazyRouteComponent(() => import('../pages/system/system-page.tsx'), 'SystemPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/rails',
    component: lazyRouteComponent(() => import('../pages/rails/rails-page.tsx'), 'RailsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chains/$id',
    component: lazyRouteComponent(() => import('../pages/chains/chain-page.tsx'), 'ChainPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chains/$id/blocks/$number',
    component: lazyRouteComponent(() => import('../pages/chains/block-page.tsx'), 'BlockPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chains/$id/transactions/$hash',
    component: lazyRouteComponent(() => import('../pages/chains/chain-transaction-page.tsx'), 'ChainTransactionPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people',
    component: lazyRouteComponent(() => import('../pages/people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tasks',
    component: lazyRouteComponent(() => import('../pages/tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/freezes',
    component: lazyRouteComponent(() => import('../pages/freezes/freezes-page.tsx'), 'FreezesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit-chain',
    component: lazyRouteComponent(() => import('../pages/people/audit-chain-page.tsx'), 'AuditChainPage'),
    validateSearch: keep('actor', 'action', 'outcome', 'name', 'before'),
  }),
  // The shell shows it to browsers that are not signed in.
  createRoute({ getParentRoute: () => root, path: '/invitation', component: () => null }),
] as const
