/** Dashboard routes: its pages, sign-in, and reads beyond the public API. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CHECKPOINTS_VERIFIED } from '../../contract/accounts/ledger-view.ts'
import { DASHBOARD_PATHS, DASHBOARD_READS, type TokenUses } from '../../contract/dashboard.ts'
import { INVITATION_PAGE } from '../../contract/operators/operators.ts'
import type { Clock } from '../core/clock.ts'
import { bareId, wireId } from '../core/ids.ts'
import { notFound } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import type { Store } from '../infra/db/store.ts'
import { debitsOf } from '../infra/limits/limit-debits.ts'
import { addressLimit } from '../infra/limits/rate-limit.ts'
import { lastTokenUses } from '../infra/request-log/token-uses.ts'
import { newestLedgerCheckpoint, verifyLedger } from '../operator/ledger/verify-ledger.ts'
import type { Operator } from '../operator/operator.ts'
import type { Rails } from '../providers/rails/port.ts'
import type { Rates } from '../providers/rates/port.ts'
import { actionStory, agentStory } from './agent-story.ts'
import { cardStory, purchaseStory } from './card-story.ts'
import { addChainReads } from './chain-reads.ts'
import { guardRoutes, platformOf, SIGN_IN_RATE, sessionOf } from './desk/access.ts'
import { addCompanySignIn } from './desk/company-sign-in.ts'
import { addDesk, addSession, fromOf } from './desk/desk-routes.ts'
import { addFreezes } from './desk/freeze-routes.ts'
import type { Session } from './desk/operator-session.ts'
import type { PasskeySignIn } from './desk/passkey-sign-in.ts'
import { addRequests } from './desk/request-routes.ts'
import { firstSteps } from './first-steps.ts'
import { accountLedger } from './ledger/account-ledger.ts'
import { moneyFlow } from './ledger/money-flow.ts'
import { listPostings, type PostingQuery } from './ledger/postings.ts'
import type { Live } from './live.ts'
import { overview } from './overview.ts'
import { listParties } from './parties.ts'
import { paymentStory } from './payment-story.ts'
import { railsView } from './rails-view.ts'
import { rateOrigins } from './rate-origins.ts'
import type { LinkSignIn } from './sign-in.ts'
import { systemView } from './system/system-view.ts'
import { bothSides } from './uma/both-sides.ts'
import { otherBanks } from './uma/other-banks.ts'

/** Folder of the pages, beside the bundle; absent when run from source. */
const PAGES = fileURLToPath(new URL('./dashboard', import.meta.url))
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
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

type Query = Readonly<Record<string, string | undefined>>

interface DashboardNeeds {
  readonly store: Store
  readonly clock: Clock
  readonly signIn: LinkSignIn | PasskeySignIn
  readonly live: Live
  readonly rails: Rails
  readonly rates: Rates
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
    addReads(scope, needs)
    if (signIn.kind === 'PASSKEY') {
      addDesk(scope, store, signIn)
      if (signIn.company) addCompanySignIn(scope, signIn, signIn.company)
      addRequests(scope, needs.operator, signIn)
      addFreezes(scope, needs.operator)
    }
  })
  await addPages(server)
}

function addReads(server: FastifyInstance, { store, clock, signIn, live, rails, rates }: DashboardNeeds): void {
  server.get(DASHBOARD_READS.getOverview, async (request) => {
    const platformId = platformOf(request)
    return overview({ store: store.forPlatform(platformId), rails }, platformId)
  })
  server.get(DASHBOARD_READS.getMoneyFlow, async (request) => {
    const platformId = platformOf(request)
    return moneyFlow({ store: store.forPlatform(platformId), clock }, platformId)
  })
  server.get(DASHBOARD_READS.getFirstSteps, async (request) => {
    const platformId = platformOf(request)
    return firstSteps(store.forPlatform(platformId), platformId)
  })
  server.get(DASHBOARD_READS.getTokenUses, async (request): Promise<TokenUses> => {
    const platformId = platformOf(request)
    const uses = await lastTokenUses(store.forPlatform(platformId), platformId)
    return { lastUsedAt: Object.fromEntries([...uses].map(([id, at]) => [wireId('Token', id), isoTime(at)])) }
  })
  server.get(DASHBOARD_READS.getSystem, () => systemView({ store, clock }))
  server.get(DASHBOARD_READS.getRails, async (request) => railsView({ store, rails }, platformOf(request)))
  server.get(DASHBOARD_READS.getRateOrigins, async (request: FastifyRequest<{ Querystring: Query }>) =>
    rateOrigins({ store, rates }, platformOf(request), String(request.query.from)),
  )
  addChainReads(server, rails, platformOf)
  server.get(DASHBOARD_READS.listParties, async (request: FastifyRequest<{ Querystring: { ids?: string } }>) => {
    const platformId = platformOf(request)
    const ids = request.query.ids?.split(',').filter((id) => UUID.test(bareId(id)))
    return listParties(store.forPlatform(platformId), platformId, ids)
  })
  server.get(DASHBOARD_READS.listPostings, async (request: FastifyRequest<{ Querystring: PostingQuery }>) => {
    const platformId = platformOf(request)
    return listPostings(store.forPlatform(platformId), platformId, request.query)
  })
  server.get(DASHBOARD_READS.getLedgerCheckpoint, () => newestLedgerCheckpoint(store))
  server.get(DASHBOARD_READS.verifyLedger, () => verifyLedger(store, { newest: CHECKPOINTS_VERIFIED, balances: false }))
  /** A read of one object. */
  const addStory = (
    read: keyof typeof DASHBOARD_READS,
    resource: string,
    story: (store: Store, platformId: string, id: string, query: Query, session: Session) => Promise<object>,
  ) =>
    server.get(
      DASHBOARD_READS[read].replace('{id}', ':id'),
      async (request: FastifyRequest<{ Params: { id: string }; Querystring: Query }>) => {
        const platformId = platformOf(request)
        const id = bareId(request.params.id)
        if (!UUID.test(id)) throw notFound(resource)
        return story(store.forPlatform(platformId), platformId, id, request.query, sessionOf(request))
      },
    )
  addStory('getAccountLedger', 'InternalAccount', (store, platformId, id, { before }) =>
    accountLedger({ store, rails }, platformId, id, before),
  )
  addStory('getPaymentStory', 'Transaction', (store, platformId, id) => paymentStory({ store, rails }, platformId, id))
  // Of two platforms.
  addStory('getBothSides', 'Transaction', (_store, platformId, id, _query, session) =>
    bothSides({ store, rails }, session, platformId, id),
  )
  server.get(DASHBOARD_READS.getOtherBanks, (request) => otherBanks(store, sessionOf(request)))
  addStory('getCardStory', 'Card', cardStory)
  addStory('getPurchaseStory', 'CardTransaction', purchaseStory)
  addStory(
    'getAgentStory',
    'Agent',
    agentStory(() => clock.now()),
  )
  addStory('getAgentAction', 'AgentAction', actionStory)
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
