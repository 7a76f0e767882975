/** Server of Tidewater: its page, its own calls, those of the page that it forwards to Causeway, and webhooks. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ApiError, createClient, type OperationId, operationAt, verifyWebhook } from 'causeway-client'
import { customerOf, type PaymentRequest, type Person, platformOn } from './platform.ts'

const CAUSEWAY = process.env.CAUSEWAY_URL ?? 'http://localhost:4700'
const PORT = Number(process.env.PORT ?? 3000)
/** Written by the sandbox at its first start. */
const CREDENTIALS = process.env.CAUSEWAY_CREDENTIALS ?? '../../data/credentials.json'

const { clientId, clientSecret, webhookSecret } = JSON.parse(readFileSync(CREDENTIALS, 'utf8'))
const causeway = createClient({ baseUrl: `${CAUSEWAY}/2025-10-13`, credentials: { clientId, clientSecret } })
const platform = platformOn(causeway)

/** By the cookie of their browser. */
const people = new Map<string, Person>()
/** Types of the events about each customer, oldest first. */
const activity = new Map<string, string[]>()
/** Open pages, to which events are sent. */
const pages = new Map<ServerResponse, Person>()
/** Ids of events that are done: an event can arrive twice. */
const done = new Set<string>()

/** The page, its script, and the client for browsers, which needs no build. */
const FILES: Readonly<Record<string, readonly [URL | string, string]>> = {
  '/': [new URL('../page.html', import.meta.url), 'text/html; charset=utf-8'],
  '/page.js': [new URL('page.js', import.meta.url), 'text/javascript'],
  ...Object.fromEntries(
    ['index.js', 'wallets.js'].map((name) => [
      `/client/${name}`,
      [new URL(name, import.meta.resolve('causeway-client')), 'text/javascript'],
    ]),
  ),
}

type Body = Readonly<Record<string, string>>

/** What the page asks of Tidewater. */
const ACTIONS: Readonly<Record<string, (person: Person, body: Body) => Promise<unknown>>> = {
  'GET /home': platform.home,
  'POST /fund': platform.fund,
  'POST /price': (person, body) => platform.quote(person, body as unknown as PaymentRequest),
  'POST /card': platform.issueCard,
  'POST /coffee': platform.buyCoffee,
}

/** Operations that the page calls at Causeway through this server, if the call names nothing of other customers. */
const FORWARDED: Partial<Record<OperationId, (person: Person, ids: Body, body: Body) => boolean>> = {
  createAuthCredential: ({ walletId, challenge }, _, body) =>
    body.accountId === walletId && body.challenge === challenge,
  challengeAuthCredential: ({ owned }, { id = '' }) => owned.has(id),
  verifyAuthCredential: ({ owned }, { id = '' }) => owned.has(id),
  executeQuote: ({ owned }, { quoteId = '' }) => owned.has(quoteId),
  createDelegatedKey: ({ walletId, cardId }, _, body) => body.internalAccountId === walletId && body.cardId === cardId,
}

/** Headers of a wallet's signed requests, and of retries. */
const PASSED = ['idempotency-key', 'request-id', 'service-wallet-signature']

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    if (!(error instanceof ApiError)) console.error(error)
    const [status, message] = error instanceof ApiError ? [error.status, error.summary] : [500, 'Something went wrong']
    if (!response.headersSent) reply(response, status || 502, { message })
  })
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const { pathname } = new URL(url, 'http://localhost')
  const file = method === 'GET' ? FILES[pathname] : undefined
  if (file) return void response.writeHead(200, { 'content-type': file[1] }).end(readFileSync(file[0]))
  const raw = await bytesOf(request)
  if (pathname === '/webhooks') return receive(request, response, raw)
  const body: Body = raw.length > 0 ? JSON.parse(raw.toString()) : {}
  if (pathname === '/sign-up' && method === 'POST') return signUp(response, body)

  const person = people.get(/tidewater=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
  if (!person) return reply(response, 401, { message: 'Sign up first' })
  if (pathname === '/activity') return follow(response, person)
  const action = ACTIONS[`${method} ${pathname}`]
  if (action) return reply(response, 200, (await action(person, body)) ?? {})
  if (pathname.startsWith('/api/')) return forward(request, response, person, body)
  reply(response, 404, { message: 'There is nothing here' })
}

async function signUp(response: ServerResponse, { name = '', email = '' }: Body): Promise<void> {
  const session = randomUUID()
  people.set(session, await platform.signUp({ name, email }))
  response.setHeader('set-cookie', `tidewater=${session}; HttpOnly; SameSite=Strict; Path=/`)
  reply(response, 201, {})
}

/** The token stays here: the page says which operation, and this adds the credentials. */
async function forward(request: IncomingMessage, response: ServerResponse, person: Person, body: Body): Promise<void> {
  const { method = '', url = '', headers } = request
  const called = operationAt(method, url.slice('/api'.length))
  if (!called || !FORWARDED[called.id]?.(person, called.params, body))
    return reply(response, 403, { code: 'FORBIDDEN', message: 'The page may not do this' })
  const passed = PASSED.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  const result = await causeway.send(called.id, { params: called.params, body, headers: Object.fromEntries(passed) })
  if (called.id === 'createAuthCredential' && result.status === 201) {
    person.credentialId = (result.body as { id: string }).id
    person.owned.add(person.credentialId)
  }
  response.writeHead(result.status, { 'content-type': 'application/json' }).end(result.text)
}

/** A webhook: only Causeway can have signed it. What it causes, it causes once. */
async function receive({ headers }: IncomingMessage, response: ServerResponse, raw: Buffer): Promise<void> {
  const event = await verifyWebhook(webhookSecret, headers, raw).catch(() => undefined)
  if (!event) return reply(response, 401, { message: 'The signature is not valid' })
  if (!done.has(event.id)) {
    done.add(event.id)
    const customerId = customerOf(event) ?? ''
    activity.set(customerId, [...(activity.get(customerId) ?? []), event.type])
    for (const [page, person] of pages) if (person.customerId === customerId) send(page, event.type)
  }
  reply(response, 200, {})
}

/** Sends the types of a customer's events to the page: those so far, and each that follows. */
function follow(response: ServerResponse, person: Person): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  for (const type of activity.get(person.customerId) ?? []) send(response, type)
  pages.set(response, person)
  response.on('close', () => pages.delete(response))
}

const send = (page: ServerResponse, text: string) => page.write(`data: ${text}\n\n`)

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

server.listen(PORT, 'localhost', async () => {
  const { port } = server.address() as { port: number }
  const origin = `http://localhost:${port}`
  // The sandbox sends a TEST event to a new endpoint, and every event from then on.
  await causeway.updatePlatformConfig({ webhookEndpoint: `${origin}/webhooks` })
  console.log(`Tidewater is at ${origin}`)
})
