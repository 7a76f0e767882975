/** Routes of customers, wallets and agents. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { WalletPage } from '../pages/wallet/wallet-page.tsx'
import { keep, root } from './root.tsx'

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/customers',
    component: lazyRouteComponent(() => import('../pages/customers/customers-page.tsx'), 'CustomersPage'),
    validateSearch: keep('search', 'type', 'status', 'cursor'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/customers/new',
    component: lazyRouteComponent(() => import('../pages/customers/new-customer-page.tsx'), 'NewCustomerPage'),
    validateSearch: keep('type'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/customers/import',
    component: lazyRouteComponent(() => import('../pages/customers/import-page.tsx'), 'ImportPage'),
    validateSearch: keep('job'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/customers/$id',
    component: lazyRouteComponent(() => import('../pages/customers/customer-page.tsx'), 'CustomerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/customers/$id/edit',
    component: lazyRouteComponent(() => import('../pages/customers/edit-customer-page.tsx'), 'EditCustomerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/customers/$id/invite',
    component: lazyRouteComponent(() => import('../pages/invitations/invite-page.tsx'), 'InvitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitations/$code',
    component: lazyRouteComponent(() => import('../pages/invitations/invitation-page.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/wallet',
    component: WalletPage,
    validateSearch: keep('customer', 'card'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents',
    component: lazyRouteComponent(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
    validateSearch: keep('cursor'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/new',
    component: lazyRouteComponent(() => import('../pages/agents/new-agent-page.tsx'), 'NewAgentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/approvals',
    component: lazyRouteComponent(() => import('../pages/agents/approvals/approvals-page.tsx'), 'ApprovalsPage'),
    validateSearch: keep('action'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/$id',
    component: lazyRouteComponent(() => import('../pages/agents/agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
    validateSearch: keep('agent', 'decision', 'from', 'to', 'cursor'),
  }),
] as const
