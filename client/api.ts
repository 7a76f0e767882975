/** API client for servers and browsers: calls by operation name, typed from the contract. */
import type { Contract, OperationId } from '../contract/contract.ts'
import type { ReplyOf } from '../contract/operation.ts'
import type { SignedRequestChallenge } from '../contract/wallets/wallet-keys.ts'
import { ApiError } from './api-error.ts'
import { type AnyInput, type Input, requestFor } from './request.ts'
import { type ClientOptions, type Reply, sendForSuccess, sendRequest, withKey } from './send.ts'

/** Signs `payloadToSign` with the wallet's session; when it throws, the operation is not executed. */
export type Sign = (challenge: SignedRequestChallenge) => string | Promise<string>

type Inputs<Id extends OperationId> = {} extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]
type SignedId = { [Id in OperationId]: Contract[Id] extends { signed: unknown } ? Id : never }[OperationId]
type ListId = {
  [Id in OperationId]: ReplyOf<Contract[Id]> extends { data: unknown[]; hasMore: boolean } ? Id : never
}[OperationId]
type Page<Id extends ListId> = Extract<ReplyOf<Contract[Id]>, { data: unknown[] }>

export type { ClientOptions } from './send.ts'

export interface Client {
  /** @returns the body of a success @throws ApiError */
  <Id extends OperationId>(id: Id, ...input: Inputs<Id>): Promise<ReplyOf<Contract[Id]>>
  /** Any reply, errors and challenges included. @throws ApiError `NO_REPLY` */
  send(id: OperationId, input?: AnyInput): Promise<Reply>
  /**
   * Completes an operation that may need the signature of a wallet's holder. Without a challenge the first reply is the result.
   * @throws ApiError, and what `sign` throws
   */
  signed<Id extends SignedId>(id: Id, input: Input<Id>, sign: Sign): Promise<ReplyOf<Contract[Id]>>
  /** Every item of a list, fetching pages as needed; `query.limit` is the page size. @throws ApiError */
  list<Id extends ListId>(id: Id, ...input: Inputs<Id>): AsyncGenerator<Page<Id>['data'][number], void, undefined>
  /** The same by page. @throws ApiError */
  pages<Id extends ListId>(id: Id, ...input: Inputs<Id>): AsyncGenerator<Page<Id>, void, undefined>
}

/** Calls operations at one address with one set of credentials. It keeps no connection and no state. */
export function createClient(options: ClientOptions): Client {
  const send: Client['send'] = (id, input = {}) =>
    sendRequest(options, requestFor(id, withKey(options, id, input)), input.signal)
  const succeed = (id: OperationId, input: AnyInput) => sendForSuccess(options, requestFor(id, input), input.signal)

  async function call(id: OperationId, given: AnyInput = {}): Promise<unknown> {
    const input = withKey(options, id, given)
    const { status, body } = await succeed(id, input)
    if (status === 202 && isChallenge(body)) throw signatureRequired(body, input.idempotencyKey)
    return body
  }

  async function signed(id: OperationId, given: AnyInput, sign: Sign): Promise<unknown> {
    const input = withKey(options, id, given)
    const { status, body } = await succeed(id, input)
    if (status !== 202 || !isChallenge(body)) return body
    const signature = { 'Service-Wallet-Signature': await sign(body), 'Request-Id': body.requestId }
    return (await succeed(id, { ...input, headers: { ...input.headers, ...signature } })).body
  }

  async function* pages(id: OperationId, input: AnyInput = {}): AsyncGenerator<AnyPage, void, undefined> {
    let cursor = input.query?.cursor
    do {
      const page = (await call(id, { ...input, query: { ...input.query, cursor } })) as AnyPage
      yield page
      cursor = page.hasMore ? page.nextCursor : undefined
    } while (cursor !== undefined)
  }

  async function* list(id: OperationId, input?: AnyInput): AsyncGenerator<unknown, void, undefined> {
    for await (const { data } of pages(id, input)) yield* data
  }

  return Object.assign(call, { send, signed, pages, list }) as Client
}

interface AnyPage {
  readonly data: readonly unknown[]
  readonly hasMore: boolean
  readonly nextCursor?: string
}

const isChallenge = (body: unknown): body is SignedRequestChallenge =>
  typeof (body as SignedRequestChallenge | undefined)?.payloadToSign === 'string'

const signatureRequired = (details: SignedRequestChallenge, idempotencyKey: string | undefined): ApiError =>
  new ApiError(
    202,
    { code: 'SIGNATURE_REQUIRED', message: 'The holder of the wallet must sign this request', details },
    { idempotencyKey },
  )
