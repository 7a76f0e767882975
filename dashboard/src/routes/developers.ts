/** Routes for developers, and of the sandbox. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { InboxPage } from '../pages/inbox/inbox-page.tsx'
import { keep, root } from './root.tsx'

export const developerRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/scenarios',
    component: lazyRouteComponent(() => import('../pages/scenarios/scenarios-page.tsx'), 'ScenariosPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/scenarios/$id',
    component: lazyRouteComponent(() => import('../pages/scenarios/scenario-page.tsx'), 'ScenarioPage'),
    validateSearch: keep('run'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/terminal',
    component: lazyRouteComponent(() => import('../pages/terminal/terminal-page.tsx'), 'TerminalPage'),
    validateSearch: keep('card', 'purchase'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    component: InboxPage,
    validateSearch: keep('to'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/events',
    component: lazyRouteComponent(() => import('../pages/events/events-page.tsx'), 'EventsPage'),
    validateSearch: keep('type', 'delivery', 'of', 'cursor'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/events/$id',
    component: lazyRouteComponent(() => import('../pages/events/event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests',
    component: lazyRouteComponent(() => import('../pages/requests/requests-page.tsx'), 'RequestsPage'),
    validateSearch: keep('outcome', 'method', 'token', 'operation', 'error', 'key', 'request', 'from', 'to', 'cursor'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/requests/$id',
    component: lazyRouteComponent(() => import('../pages/requests/request-page.tsx'), 'RequestPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tokens',
    component: lazyRouteComponent(() => import('../pages/tokens/tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reference',
    component: lazyRouteComponent(() => import('../pages/reference/reference-page.tsx'), 'ReferencePage'),
    validateSearch: keep('q'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reference/$operation',
    component: lazyRouteComponent(() => import('../pages/reference/reference-page.tsx'), 'ReferencePage'),
    validateSearch: keep('q'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/objects/$id',
    component: lazyRouteComponent(() => import('../pages/objects/object-page.tsx'), 'FoundPage'),
  }),
] as const
