/** API client for servers and browsers: one method for each operation, typed from the contract. */
import { SignatureRequiredError } from './api-error.ts'
import type { Operations, SignedRequestChallenge } from './operations.generated.ts'
import {
  type AnyInput,
  type Fields,
  type Input,
  inputParts,
  type OperationId,
  type OptionsFor,
  requestFor,
  type WriteOptions,
} from './request.ts'
import { ROUTES } from './routes.generated.ts'
import { type ClientOptions, type Reply, sendForSuccess, sendRequest, withKey } from './send.ts'

export type { ClientOptions } from './send.ts'

/** Signs `payloadToSign` with the wallet's session; when it throws, the operation is not executed. */
export type Sign = (challenge: SignedRequestChallenge) => string | Promise<string>

/** Body of an operation's success. */
export type ReplyOf<Id extends OperationId> = Operations[Id]['reply']

/** A list: awaited it is its first page; iterated over, every item, with the pages fetched as they are needed. */
export type List<Page extends { data: unknown[] }> = Promise<Page> &
  AsyncIterable<Page['data'][number]> & {
    /** The same by page. */
    pages(): AsyncGenerator<Page, void, undefined>
  }

type Result<Reply> = Reply extends { data: unknown[]; hasMore: boolean } ? List<Reply> : Promise<Reply>
type Method<Id extends OperationId> =
  {} extends Fields<Id>
    ? (fields?: Fields<Id>, options?: OptionsFor<Id>) => Result<ReplyOf<Id>>
    : (fields: Fields<Id>, options?: OptionsFor<Id>) => Result<ReplyOf<Id>>
type Inputs<Id extends OperationId> = {} extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]

/** Every operation as a method: `client.createQuote({ … }, { idempotencyKey })`. */
export type Methods = { readonly [Id in keyof Operations]: Method<Id> }

interface Calls {
  /** An operation by its name, with its input by the parts of the request: for programs. @throws ApiError */
  <Id extends OperationId>(id: Id, ...input: Inputs<Id>): Promise<ReplyOf<Id>>
  /** Any reply, errors and challenges included. @throws NoReplyError */
  send(id: OperationId, input?: AnyInput): Promise<Reply>
  /** A client that has challenges signed by the holder of a wallet, and completes the operations that require it. */
  withSignature(sign: Sign): Client
}

/** All its functions throw ApiError, and what `sign` throws. */
export type Client = Calls & Methods

/** Calls operations at one address with one set of credentials. It keeps no connection and no state. */
export function createClient(options: ClientOptions): Client {
  return clientWith(options, (challenge, idempotencyKey) => {
    throw new SignatureRequiredError(challenge, { idempotencyKey })
  })
}

function clientWith(
  options: ClientOptions,
  sign: (challenge: SignedRequestChallenge, idempotencyKey: string | undefined) => string | Promise<string>,
): Client {
  const succeed = (id: OperationId, input: AnyInput) => sendForSuccess(options, requestFor(id, input), input.signal)

  async function call(id: OperationId, given: AnyInput = {}): Promise<unknown> {
    const input = withKey(options, id, given)
    const { status, body } = await succeed(id, input)
    if (status !== 202 || !isChallenge(body)) return body
    const signature = {
      'Service-Wallet-Signature': await sign(body, input.idempotencyKey),
      'Request-Id': body.requestId,
    }
    return (await succeed(id, { ...input, headers: { ...input.headers, ...signature } })).body
  }

  function list(id: OperationId, input: AnyInput): List<AnyPage> {
    const first = call(id, input) as Promise<AnyPage>
    async function* pages() {
      let page = await first
      yield page
      while (page.hasMore) {
        const query = { ...input.query, cursor: page.nextCursor }
        page = (await call(id, { ...input, query })) as AnyPage
        yield page
      }
    }
    async function* items() {
      for await (const { data } of pages()) yield* data
    }
    return Object.assign(first, { pages, [Symbol.asyncIterator]: items })
  }

  const method = (id: OperationId) => (fields?: Record<string, unknown>, more?: WriteOptions) => {
    const input = { ...inputParts(id, fields), ...more }
    return ROUTES[id].list ? list(id, input) : call(id, input)
  }
  const ids = Object.keys(ROUTES) as OperationId[]
  const methods = Object.fromEntries(ids.map((id) => [id, method(id)])) as unknown as Methods
  const send: Calls['send'] = (id, input = {}) =>
    sendRequest(options, requestFor(id, withKey(options, id, input)), input.signal)
  const withSignature: Calls['withSignature'] = (signer) => clientWith(options, signer)
  return Object.assign(call as Calls, methods, { send, withSignature })
}

interface AnyPage {
  readonly data: unknown[]
  readonly hasMore: boolean
  readonly nextCursor?: string
}

const isChallenge = (body: unknown): body is SignedRequestChallenge =>
  typeof (body as SignedRequestChallenge | undefined)?.payloadToSign === 'string'
