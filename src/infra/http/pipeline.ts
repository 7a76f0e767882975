/**
 * Request pipeline: authenticate and authorize → rate limit → validate → replay of an Idempotency-Key → wallet
 * signature → external inputs of the command → command → reply. Driven by the contract; the domain does not know it.
 */
import { LIMITS } from '../../../contract/limits.ts'
import type { Operation, Permission, StoredFile } from '../../../contract/operation.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { Refusal, refuse, refuseField } from '../../core/refusal.ts'
import { SignatureNeeded, type Signer } from '../../core/signature.ts'
import type { HolderApproval } from '../../core/wallet-approval.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Command, Rows } from '../../engine/rows.ts'
import { recordAudit } from '../audit/audit-outbox.ts'
import type { Vault } from '../crypto/secrets.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { Authenticators, Caller, Handler, ShowsRow } from '../operations/handlers.ts'
import type { SignatureGate } from '../operations/signature-gate.ts'
import {
  type Answer,
  earlierAnswer,
  isDecision,
  isKept,
  type KeyUse,
  keep,
  keyUse,
  once,
} from './idempotency/idempotency.ts'
import { afterEffects, UnsettledKeys } from './idempotency/unsettled-keys.ts'
import type { Incoming } from './incoming.ts'
import { inputReader } from './input.ts'
import { renderRefusal } from './render-error.ts'
import { isSigned, oneHeader, signedCall } from './signed-call.ts'

export interface PipelineOptions {
  readonly engine: Engine
  /** @throws Refusal UNAUTHORIZED */
  readonly authenticate: (head: Incoming) => Caller | Promise<Caller>
  readonly authenticators: Authenticators
  readonly limits: RequestLimits
  /** Seals replies that contain secrets. */
  readonly vault: Vault
  /** Issues and verifies the challenges that wallets sign. */
  readonly signatures: SignatureGate
  /** Run in the transaction of each write, before it: refuses callers that may change nothing now. @throws Refusal */
  readonly admit: (rows: Rows, caller: Caller) => void
  /** In the sandbox, tokens of platforms may read about the whole installation. */
  readonly isSandbox: boolean
  /** Stores files that are too large to be held in memory. */
  readonly keepUpload: (platformId: string, content: AsyncIterable<Uint8Array>) => Promise<StoredFile>
}

export type Serve = (incoming: Incoming) => Promise<Answer>

/** One operation, ready to serve. */
export function pipeline(
  operation: Operation,
  // biome-ignore lint/suspicious/noExplicitAny: any operation; the contract ties the types of its parts together
  handlerOf: (platformId: string) => Handler<any>,
  { engine, authenticate, authenticators, limits, vault, signatures, admit, isSandbox, keepUpload }: PipelineOptions,
): Serve {
  const { body, permission, secret, signed, takesRequestId, noIdempotencyKey, opens } = operation
  const enter = permission in authenticators ? authenticators[permission as keyof typeof authenticators] : undefined
  const input = inputReader(operation, keepUpload, limits)
  const running = new Set<string>()
  const unsettled = new UnsettledKeys()
  const answerOf = answersOf(operation)

  return async (incoming) => {
    const asked = enter ? enter(incoming) : authenticate(incoming)
    const caller = asked instanceof Promise ? await asked : asked
    incoming.enter?.(caller)
    if (!enter) authorize(caller, operation, isSandbox)
    limits.request(caller, signed && !isSigned(incoming) ? undefined : opens)
    const handler = handlerOf(caller.platformId)
    const shows = 'shows' in handler ? handler.shows : undefined
    const refused = 'refused' in handler ? handler.refused : undefined
    const keeping = { vault: secret ? vault : undefined, shows }
    // Before the path: a malformed id and an unknown one must be refused alike.
    const key = noIdempotencyKey || 'read' in handler ? undefined : keyIn(incoming)
    const read = input(incoming, caller.platformId)
    const request = {
      caller,
      platformId: caller.platformId,
      ...(read instanceof Promise ? await read : read),
      requestId: takesRequestId && oneHeader(incoming.headers['request-id']),
      signer: undefined as Signer | undefined,
      approval: undefined as HolderApproval | undefined,
    }
    limits.customer(caller, [request.params, request.query, request.body])
    if ('read' in handler) return answerOf(await handler.read(request as never), request)

    const use = key === undefined ? undefined : bindKey(key, caller, incoming, request.body)
    const call = () => signedCall(incoming, body && request.body, signed === 'EXISTING')
    const run = (command: Parameters<typeof once>[1]) => engine.run(caller.platformId, once(use, command, keeping))
    const before = () => use && engine.run(caller.platformId, earlierAnswer(use, keeping))
    let tooLate: Refusal | undefined
    const serve = async (): Promise<Answer> => {
      limits.queue(engine.waitedMs(caller.platformId))
      try {
        if ('act' in handler)
          return await alone(running, use, async () => {
            const earlier = await before()
            if (earlier) return earlier
            await engine.run(caller.platformId, (rows) => admit(rows, caller))
            return await afterEffects(async () => {
              const answer = answerOf(await handler.act(request as never), request)
              return use ? run(() => answer) : answer
            })
          })
        // Verifying a signature consumes its challenge, so it is done once per key.
        if (signed && (takesRequestId || isSigned(incoming))) {
          const verified = await signatures.verify(caller.platformId, call(), earlierAnswer(use, keeping))
          if ('earlier' in verified) return verified.earlier
          if ('signer' in verified) Object.assign(request, verified)
          else tooLate = verified.tooLate
        } else if (takesRequestId || 'prepare' in handler || 'prepareRow' in handler) {
          // A replay must not depend on a provider that may be down.
          const earlier = await before()
          if (earlier) return earlier
        }
        const made = commandFrom(handler, request as never)
        const change = recorded(made instanceof Promise ? await made : made, incoming, caller)
        const last = () =>
          run((rows) => {
            admit(rows, caller)
            return answerOf(change(rows), request, shows)
          })
        return await (request.signer ? afterEffects(last) : last()) // the signer's challenge is spent
      } catch (refusal) {
        if (refusal instanceof SignatureNeeded) {
          if (tooLate) throw tooLate
          const challenge = await signatures.open(caller.platformId, refusal.requirement, call())
          return { status: Number(SIGN_FIRST), body: JSON.stringify(challenge) }
        }
        if (refused && refusal instanceof Refusal && isDecision(refusal)) {
          const remains = refused(request as never, refusal)
          const instead = await engine.run(caller.platformId, (rows) => {
            const reply = remains(rows)
            return reply === undefined ? undefined : once(use, () => answerOf(reply, request), keeping)(rows)
          })
          if (instead !== undefined) return instead
        }
        if (!use || !(refusal instanceof Refusal) || !isKept(refusal)) throw refusal
        return engine.run(caller.platformId, keep(use, renderRefusal(refusal, incoming.refused)))
      }
    }
    return await unsettled.serve(use?.key, serve)
  }
}

/** Answers with the operation's status. @returns a function of the reply, or of the row that `shows` presents */
function answersOf({ replies, signed, secret }: Operation) {
  const status = Number(Object.keys(replies).find((name) => !signed || name !== SIGN_FIRST))
  return (said: unknown, { params, platformId }: { params: object; platformId: string }, shows?: ShowsRow): Answer =>
    shows
      ? { status, body: () => inBytes(shows.present(said, platformId)), row: said as { id: string } }
      : {
          status,
          body: said === undefined ? null : () => inBytes(said),
          ...(secret && { secretOf: idAt(secret, { reply: said, params }) }),
        }
}

// biome-ignore lint/suspicious/noExplicitAny: of any operation
type Commanding = Exclude<Handler<any>, { readonly read: unknown } | { readonly act: unknown }>

/** The command, once its external inputs are available. */
function commandFrom(handler: Commanding, request: never): Command<unknown> | Promise<Command<unknown>> {
  if ('command' in handler) return handler.command(request)
  if ('row' in handler) return handler.row(request)
  return 'prepare' in handler ? handler.prepare(request) : handler.prepareRow(request)
}

/** With its entry for the audit chain in the same transaction, where the operation has one. */
function recorded(command: Command<unknown>, incoming: Incoming, caller: Caller): Command<unknown> {
  const { audit } = incoming
  if (!audit) return command
  return (rows) => {
    const said = command(rows)
    recordAudit(rows, audit(caller, changedId(incoming, said)))
    return said
  }
}

/** Id of the resource that an operation changed: the one in its path, or the new one. */
const changedId = ({ params }: Incoming, said: unknown): string | undefined => {
  const made = said as { readonly id?: string; readonly agent?: { readonly id: string } } | undefined
  return Object.values(params)[0] ?? made?.id ?? made?.agent?.id
}

/** The id at a dot path; the contract's tests prove that it exists. */
const idAt = (path: string, found: object): string =>
  path.split('.').reduce((part: unknown, name) => (part as Record<string, unknown>)[name], found) as string

/** As bytes: a string with a single character outside Latin-1, such as a currency sign, is slow to send. */
const inBytes = (reply: unknown) => Buffer.from(JSON.stringify(reply))

/** The status of a challenge; it is never kept under an Idempotency-Key. */
const SIGN_FIRST = '202'

/** One request at a time per key while the first is calling a provider. @throws Refusal IDEMPOTENCY_KEY_IN_USE */
async function alone<T>(running: Set<string>, use: KeyUse | undefined, work: () => Promise<T>): Promise<T> {
  if (!use) return work()
  if (running.has(use.key))
    refuse('IDEMPOTENCY_KEY_IN_USE', 'The first request with this Idempotency-Key is still running')
  running.add(use.key)
  try {
    return await work()
  } finally {
    running.delete(use.key)
  }
}

const OPERATORS_ONLY = 'This is about the whole installation: only its operators may read it, in the dashboard'

function authorize({ permissions, operator }: Caller, { permission, installation }: Operation, isSandbox: boolean) {
  const needed = permission as Permission
  if (installation && !isSandbox && !operator) refuse('FORBIDDEN', OPERATORS_ONLY)
  if (!permissions.includes(needed))
    refuse('FORBIDDEN', `This token lacks the permission ${needed}`, { requiredPermission: needed })
}

/** @throws Refusal INVALID_INPUT */
function keyIn({ headers }: Incoming): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > LIMITS.idempotencyKeyLength)
    refuseField('INVALID_INPUT', 'Idempotency-Key', `must have 1 to ${LIMITS.idempotencyKeyLength} characters`)
  return key
}

function bindKey(key: string, caller: Caller, { method, path }: Incoming, body: unknown): KeyUse {
  // An escaped path is the same path, and the order of fields does not matter.
  const plain = path.includes('%') ? decodeURIComponent(path) : path
  // An agent has one access token at a time; its keys survive a rotation.
  return keyUse(`${caller.platformId} ${caller.tokenId}`, method, plain, key, canonicalJson(body))
}
