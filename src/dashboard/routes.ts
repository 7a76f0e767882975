/** Owns the dashboard's side entrance: the pages, signing in, and what a page needs beyond the public API. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DASHBOARD_PATHS, DASHBOARD_READS } from '../../contract/dashboard.ts'
import type { Clock } from '../core/clock.ts'
import { bareId } from '../core/ids.ts'
import { notFound, Refusal } from '../core/refusal.ts'
import type { Store } from '../infra/db/store.ts'
import { accountLedger } from './account-ledger.ts'
import { actionStory, agentStory } from './agent-story.ts'
import { cardStory, purchaseStory } from './card-story.ts'
import type { Live } from './live.ts'
import { overview } from './overview.ts'
import { partiesOf } from './parties.ts'
import { paymentStory } from './payment-story.ts'
import type { SignIn } from './sign-in.ts'

/** Beside the bundle; when run from source there are no pages. */
const PAGES = fileURLToPath(new URL('./dashboard', import.meta.url))
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Scripts and connections of this origin alone. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

export async function addDashboard(
  server: FastifyInstance,
  { store, clock, signIn, live }: { store: Store; clock: Clock; signIn: SignIn; live: Live },
): Promise<void> {
  const platformOf = async (request: FastifyRequest): Promise<string> => {
    const platformId = await signIn.platformOf(request.headers)
    if (!platformId) throw signInFirst()
    return platformId
  }
  addSignIn(server, signIn)
  server.get(DASHBOARD_READS.getOverview, async (request) => overview(store, await platformOf(request)))
  server.get(DASHBOARD_READS.listParties, async (request: FastifyRequest<{ Querystring: { ids?: string } }>) =>
    partiesOf(
      store,
      await platformOf(request),
      request.query.ids?.split(',').filter((id) => UUID.test(bareId(id))),
    ),
  )
  /** What is told of one object. */
  const tell = (
    read: keyof typeof DASHBOARD_READS,
    resource: string,
    story: (store: Store, platformId: string, id: string) => Promise<object>,
  ) =>
    server.get(
      DASHBOARD_READS[read].replace('{id}', ':id'),
      async (request: FastifyRequest<{ Params: { id: string } }>) => {
        const platformId = await platformOf(request)
        const id = bareId(request.params.id)
        if (!UUID.test(id)) throw notFound(resource)
        return story(store, platformId, id)
      },
    )
  tell('getAccountLedger', 'InternalAccount', accountLedger)
  tell('getPaymentStory', 'Transaction', paymentStory)
  tell('getCardStory', 'Card', cardStory)
  tell('getPurchaseStory', 'CardTransaction', purchaseStory)
  tell(
    'getAgentStory',
    'Agent',
    agentStory(() => clock.now()),
  )
  tell('getAgentAction', 'AgentAction', actionStory)
  server.get(DASHBOARD_PATHS.live, async (request, reply) => {
    const platformId = await platformOf(request)
    live.connect(platformId, reply, async () => (await signIn.platformOf(request.headers)) !== undefined)
  })
  if (!existsSync(PAGES)) return
  await server.register(fastifyStatic, {
    root: PAGES,
    setHeaders: (reply) => reply.setHeader('content-security-policy', POLICY),
  })
  const page = readFileSync(join(PAGES, 'index.html'))
  server.decorateReply('showNowhere', function () {
    // No cache may keep it: programs are answered otherwise, and another version may have a page there.
    return this.code(404)
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', vary: 'accept' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  // Addresses of single pages are the application's: it reads them itself.
  for (const path of [
    '/payments/:id',
    '/payments',
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
    '/inbox',
  ])
    server.get(path, (_request, reply) => reply.sendFile('index.html'))
}

function addSignIn(server: FastifyInstance, signIn: SignIn): void {
  server.get('/sign-in', async (request: FastifyRequest<{ Querystring: { code?: string } }>, reply) => {
    const cookie = await signIn.redeem(request.query.code)
    if (cookie) reply.header('set-cookie', cookie)
    return reply.redirect(cookie ? '/' : '/?link=used')
  })
  /** A link for another browser: whoever is signed in may let it in. */
  server.post(DASHBOARD_PATHS.signInLinks, async (request, reply) => {
    if (!(await signIn.callerOf(request.headers))) throw signInFirst()
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ path: `/sign-in?code=${signIn.newCode()}` })
  })
  server.post(
    DASHBOARD_PATHS.signOut,
    async (request: FastifyRequest<{ Querystring: { everywhere?: string } }>, reply) => {
      // The cookie alone must not end sessions: another site's page could post with it.
      const caller = await signIn.callerOf(request.headers)
      const cookie = caller && (await signIn.signOut(request.headers, request.query.everywhere === 'true'))
      if (!cookie) throw signInFirst()
      return reply.header('set-cookie', cookie).code(204).send()
    },
  )
}

const signInFirst = () =>
  new Refusal('UNAUTHORIZED', 'Open the dashboard by the link that was printed when the process started')
