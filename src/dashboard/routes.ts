/** Dashboard routes: its pages, sign-in, live updates, and the operators' desk. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DASHBOARD_PATHS } from '../../contract/dashboard.ts'
import { INVITATION_PAGE } from '../../contract/operators/operators.ts'
import type { Store } from '../infra/db/store.ts'
import { debitsOf } from '../infra/limits/limit-debits.ts'
import { addressLimit } from '../infra/limits/rate-limit.ts'
import type { Operator } from '../operator/operator.ts'
import { guardRoutes, platformOf, SIGN_IN_RATE } from './desk/access.ts'
import { addCompanySignIn } from './desk/company-sign-in.ts'
import { addDesk, addSession, fromOf } from './desk/desk-routes.ts'
import { addFreezes } from './desk/freeze-routes.ts'
import type { PasskeySignIn } from './desk/passkey-sign-in.ts'
import { addRequests } from './desk/request-routes.ts'
import type { Live } from './live.ts'
import type { LinkSignIn } from './sign-in.ts'

/** Folder of the pages, beside the bundle; absent when run from source. */
const PAGES = fileURLToPath(new URL('./dashboard', import.meta.url))
/** Scripts and connections from this origin only. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** Client-side routes: the application reads the path itself. */
const PAGE_PATHS = [
  '/ledger',
  '/tokens',
  '/settings',
  '/system',
  '/quotes/:id',
  '/quotes',
  '/payments/:id/both-sides',
  '/payments/:id',
  '/payments',
  '/rails',
  '/chains/:id',
  '/chains/:id/blocks/:number',
  '/chains/:id/transactions/:hash',
  '/customers/:id/edit',
  '/customers/:id/invite',
  '/customers/:id',
  '/customers',
  '/invitations/:code',
  '/objects/:id',
  '/uma',
  '/accounts/:id',
  '/accounts',
  '/wallet',
  '/cards/:id',
  '/cards',
  '/terminal',
  '/balances/:id',
  '/agents/:id',
  '/agents',
  '/audit',
  '/events/:id',
  '/events',
  '/requests/:id',
  '/requests',
  '/webhooks',
  '/scenarios/:id',
  '/scenarios',
  '/reference/:operation',
  '/reference',
  '/inbox',
  INVITATION_PAGE,
  '/people',
  '/tasks',
  '/freezes',
  '/audit-chain',
]

interface DashboardNeeds {
  readonly store: Store
  readonly signIn: LinkSignIn | PasskeySignIn
  readonly live: Live
  /** Context of operator commands. */
  readonly operator: Operator
}

export async function addDashboard(server: FastifyInstance, needs: DashboardNeeds): Promise<void> {
  const { signIn, store } = needs
  if (signIn.kind === 'LINK') addLink(server, signIn)
  await server.register(async (scope) => {
    guardRoutes(scope, signIn, addressLimit(SIGN_IN_RATE, debitsOf(store)))
    addSession(scope, store, signIn)
    addSignIn(scope, signIn)
    addLive(scope, needs)
    if (signIn.kind === 'PASSKEY') {
      addDesk(scope, store, signIn)
      if (signIn.company) addCompanySignIn(scope, signIn, signIn.company)
      addRequests(scope, needs.operator, signIn)
      addFreezes(scope, needs.operator)
    }
  })
  await addPages(server)
}

function addLive(server: FastifyInstance, { live, signIn }: Pick<DashboardNeeds, 'live' | 'signIn'>): void {
  server.get(DASHBOARD_PATHS.live, async (request, reply) => {
    const platformId = platformOf(request)
    live.connect(platformId, reply, async () => (await signIn.sessionOf(request.headers))?.platformId === platformId)
  })
}

async function addPages(server: FastifyInstance): Promise<void> {
  if (!existsSync(PAGES)) return
  await server.register(fastifyStatic, {
    root: PAGES,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.setHeader('content-security-policy', POLICY)
      reply.setHeader('vary', 'accept-encoding')
      // The names of assets contain their hash.
      reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = readFileSync(join(PAGES, 'index.html'))
  server.decorateReply('sendNotFoundPage', function () {
    // Not cacheable: programs get JSON at the same path, and another version may have a page there.
    return this.code(404)
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', vary: 'accept' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  for (const path of PAGE_PATHS) server.get(path, (_request, reply) => reply.sendFile('index.html'))
}

/** Sign-in of the sandbox. */
function addLink(server: FastifyInstance, signIn: LinkSignIn): void {
  server.get('/sign-in', async (request: FastifyRequest<{ Querystring: { code?: string } }>, reply) => {
    const cookie = await signIn.redeem(String(request.query.code))
    if (cookie) reply.header('set-cookie', cookie)
    return reply.redirect(cookie ? '/' : '/?link=used')
  })
}

function addSignIn(scope: FastifyInstance, signIn: LinkSignIn | PasskeySignIn): void {
  /** A sign-in link for another browser, created by one that is signed in. */
  if (signIn.kind === 'LINK')
    scope.post(DASHBOARD_PATHS.signInLinks, (_request, reply) =>
      reply.code(201).send({ path: `/sign-in?code=${signIn.newCode()}` }),
    )
  scope.post(
    DASHBOARD_PATHS.signOut,
    async (request: FastifyRequest<{ Querystring: { everywhere?: string } }>, reply) => {
      const cookie = await signIn.signOut(request.headers, request.query.everywhere === 'true', fromOf(request))
      // Undefined if the session has ended since it was checked.
      if (cookie) reply.header('set-cookie', cookie)
      return reply.code(204).send()
    },
  )
}
