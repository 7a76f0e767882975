/**
 * Order of refusals of one operation, as a table: each row is a fault of a request, in order of precedence. A row is
 * tried with a request that has its fault and the faults of all later rows, and must be refused for its own.
 */
import { describe, expect, it } from 'vitest'
import { type Contract, contract, type OperationId } from '../../contract/contract.ts'
import { type ErrorCode, notFoundCode } from '../../contract/error-codes.ts'
import type { Operation } from '../../contract/operation.ts'
import type { SignedRequestChallenge } from '../../contract/wallets/wallet-keys.ts'
import type { CallInput, Reply, TestApp } from './app.ts'
import { resourceAt } from './samples/requests.ts'
import { type OpenSession, sign, signatureHeaders } from './samples/wallets.ts'

/** A request that succeeds, until faults are added to it. */
export interface Draft {
  params: Record<string, string>
  query: Record<string, unknown>
  body: any
  headers: Record<string, string>
  as: CallInput<Operation>['as']
  /** Session whose key signs the request; absent: no signature. */
  session?: Pick<OpenSession, 'privateKey'> | undefined
  /** Runs between the challenge and its signature. */
  betweenCalls?: () => Promise<unknown>
}

/** Status and code, and the invalid fields or the policy rule that the reply names. */
type Refused = '202' | `${number} ${ErrorCode}` | `${number} ${ErrorCode} ${string}`

/** Fault, refusal, and the step that adds the fault to a request. */
export type Row<World = unknown> = readonly [what: string, refused: Refused, spoil: (draft: Draft & World) => unknown]

/** One row, or rows of the same precedence that exclude each other. */
type Step<World> = Row<World> | readonly Row<World>[]

/** Errors that the contract declares and a table lacks → the reason, or the test that has them. */
type Elsewhere = Partial<Record<ErrorCode, string>>

/** A further table of an operation, for another form of its request, with the rows that differ. */
interface Variant {
  readonly variant: string
}

const isRow = <World>(step: Step<World>): step is Row<World> => typeof step[0] === 'string'

/**
 * A test for each row, one that the request succeeds without faults, and one that the table has every error that the
 * contract declares for the operation.
 * @param app of the file; called in tests only
 * @param prepare a new request that succeeds, on its own objects, and the objects that the faults use
 * @param steps later ones are applied first
 */
export function describeRefusals<Id extends OperationId, World extends object>(
  id: Id,
  app: () => TestApp,
  prepare: () => Promise<Partial<Draft> & World>,
  steps: readonly Step<NoInfer<World>>[],
  more: { readonly elsewhere: Elsewhere } | Variant = { elsewhere: {} },
): void {
  const draft = async (): Promise<Draft & World> => {
    const made = await prepare()
    const { params, query, body, headers } = made
    const as = made.as === undefined ? app().platform : made.as
    return { ...made, params: { ...params }, query: { ...query }, headers: { ...headers }, as, body: copyOf(body) }
  }

  const variant = 'variant' in more ? ` ${more.variant}` : ''
  describe(`${id}${variant}: refusals in order`, () => {
    const rows = steps.flatMap((step, place) =>
      (isRow(step) ? [step] : step).map((row) => ({ what: row[0], refused: row[1], row, place })),
    )

    it.each(rows)('$refused: $what', async ({ refused, row, place }) => {
      const request = await draft()
      for (const later of steps.slice(place + 1).reverse())
        await (isRow(later) ? later : (later[0] as Row<World>))[2](request)
      await row[2](request)
      expect(textOf(await send(app(), id, request))).toBe(refused)
    })

    it('is not refused without these faults', async () => {
      const { status, text } = await send(app(), id, await draft())
      expect(status, text).toBeLessThan(300)
      if ((contract[id] as Operation).signed) expect(status, 'it was not signed').not.toBe(202)
    })

    if ('variant' in more) return
    it('has a row for every error that the contract declares', () => {
      const stated = rows.map(({ refused }) => refused.split(' ')[1] as ErrorCode)
      const missing = declared(contract[id]).filter((code) => !stated.includes(code))
      expect(missing.sort()).toEqual(Object.keys(more.elsewhere).sort())
    })
  })
}

/** The operation's own errors, and those of unknown ids in its path. */
function declared(operation: Operation): ErrorCode[] {
  const names = Object.keys(operation.params?.properties ?? {})
  const unknown = names.flatMap((name) => resourceAt(operation, name) ?? []).map(notFoundCode)
  return [...new Set([...(operation.errors ?? []), ...unknown])]
}

/** Sends the request; with a session, first for the challenge, which must come, and then signed. */
async function send(
  app: TestApp,
  id: OperationId,
  { session, betweenCalls, ...request }: Draft,
): Promise<Reply<unknown>> {
  const input = request as CallInput<Contract[typeof id]>
  if (!session) return app.call(id, input)
  const challenge = await app.call(id, input)
  expect(challenge.status, `no challenge: ${challenge.text}`).toBe(202)
  await betweenCalls?.()
  const { payloadToSign, requestId } = challenge.body as unknown as SignedRequestChallenge
  const signature = signatureHeaders({ requestId }, sign(payloadToSign, session.privateKey))
  return app.call(id, { ...input, headers: { ...request.headers, ...signature } })
}

/** `400 INVALID_INPUT source.accountId`, `403 FORBIDDEN PERMISSION`, `202`. */
function textOf({ status, error }: Reply<unknown>): string {
  if (status < 400) return String(status)
  const fields = error.details?.errors?.map(({ field }: { field: string }) => field) ?? []
  return [status, error.code, ...fields, ...(error.details?.rule ? [error.details.rule] : [])].join(' ')
}

/** Deep copy; the files of a form are shared. */
const copyOf = (value: unknown): any => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (value === null || typeof value !== 'object' || value instanceof File) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]))
}

const UNKNOWN = '019542f5-b3e7-7d02-8000-000000000001'

/** A well-formed id that does not exist. */
export const unknownId = (resource: string): string => `${resource}:${UNKNOWN}`

/** The row of an unknown id in the path. @param name of the parameter; the first by default */
export const unknownInPath = (id: OperationId, name = Object.keys(pathOf(id))[0] as string): Row => {
  const resource = resourceAt(contract[id], name) as string
  return [
    `there is no ${resource} of this id`,
    `404 ${notFoundCode(resource)}`,
    ({ params }) => {
      params[name] = unknownId(resource)
    },
  ]
}
const pathOf = (id: OperationId) => (contract[id] as Operation).params?.properties ?? {}

/** The row of a request whose holder has not signed it. Rows before it are refused whether or not it is signed. */
export const UNSIGNED: Row = [
  'the holder of the wallet has not signed',
  '202',
  (draft) => {
    draft.session = undefined
  },
]

/** Closes the app of a file of tables. No refusal may have moved money: the ledger's auditors must find nothing. */
export async function closeAudited(app: TestApp): Promise<void> {
  expect(await app.audit()).toEqual([])
  await app.close()
}

/** Another value for a field of the body; undefined removes it. @param path of the body, by dots */
export const put =
  (path: string, value: unknown) =>
  ({ body }: Pick<Draft, 'body'>): void => {
    const names = path.split('.')
    const last = names.pop() as string
    const parent = names.reduce((part, name) => part[name], body)
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
