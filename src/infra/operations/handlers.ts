/** Handlers of operations: their types, the caller, and the authenticated request. Independent of HTTP. */
import type { Contract, OperationId } from '../../../contract/contract.ts'
import type { Access, BodyOf, Operation, ParamsOf, Permission, QueryOf, ReplyOf } from '../../../contract/operation.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Signer } from '../../core/signature.ts'
import type { HolderApproval } from '../../core/wallet-approval.ts'
import type { Command } from '../../engine/rows.ts'
import type { Table } from '../../engine/table.ts'

/** The caller of an operation. */
export interface Caller {
  readonly platformId: string
  readonly tokenId: string
  /** Name of the token. */
  readonly name?: string
  readonly permissions: readonly Permission[]
  /** Set when an agent calls, with its customer and the hash of the access token that it used. */
  readonly agent?: { readonly id: string; readonly customerId: string; readonly tokenHash: string }
  /** Set when an operator calls, signed in to the dashboard. */
  readonly operator?: { readonly id: string; readonly name: string }
}

/** Refusal of an authenticated caller: recorded under its name. */
export class CallerRefused extends Refusal {
  readonly caller: Caller
  constructor({ code, message, details }: Refusal, caller: Caller) {
    super(code, message, details)
    this.caller = caller
  }
}

/** The part of a request that authentication uses. */
export interface RequestHead {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly params: Record<string, string>
  /** IP address that the request came from. */
  readonly address: () => string
}

/** Authentication of callers without a platform token. @throws Refusal UNAUTHORIZED, or a more specific refusal */
export type Authenticators = Readonly<Record<Exclude<Access, Permission>, (head: RequestHead) => Promise<Caller>>>

/** A request that passed authentication, permission and validation. */
export interface Request<Op extends Operation> {
  readonly caller: Caller
  readonly platformId: string
  readonly params: ParamsOf<Op>
  readonly query: QueryOf<Op>
  readonly body: BodyOf<Op>
  /** The challenge that the header Request-Id names. */
  readonly requestId: string | undefined
  /** Who signed the request, where a wallet's signature was needed and given. */
  readonly signer: Signer | undefined
  /** What was signed, for the custodian. Never stored. */
  readonly approval: HolderApproval | undefined
}

/** Presenter of a reply that shows one row. Under an Idempotency-Key the row's state is stored instead of the reply. */
export interface Shows<Row, Reply = unknown> {
  /** Its rows are never deleted, and the reply depends on no other row. */
  readonly table: Table<Row>
  readonly present: (row: Row, platformId: string) => Reply
}
// biome-ignore lint/suspicious/noExplicitAny: any table
export type ShowsRow<Reply = unknown> = Shows<any, Reply>

/**
 * One of four kinds. A command changes rows and is run by the engine. `prepare` fetches the external inputs of its
 * command (from a provider, a file, committed rows) before the command runs, and is not called for a replayed request.
 * A read queries committed data. An act calls an outside system while the caller waits.
 */
export type Handler<Op extends Operation> =
  | ((
      | { readonly command: (request: Request<Op>) => Command<ReplyOf<Op>> }
      | { readonly prepare: (request: Request<Op>) => Promise<Command<ReplyOf<Op>>> }
    ) & {
      /** Runs in its own batch after a refusal by the operation itself. A returned reply replaces the refusal. */
      readonly refused?: (request: Request<Op>, refusal: Refusal) => Command<ReplyOf<Op> | undefined>
    })
  /** The same two, whose command returns the row that the reply shows. */
  | ((
      | { readonly row: (request: Request<Op>) => Command<unknown> }
      | { readonly prepareRow: (request: Request<Op>) => Promise<Command<unknown>> }
    ) & { readonly shows: ShowsRow<ReplyOf<Op>> })
  | { readonly read: (request: Request<Op>) => Promise<ReplyOf<Op>> }
  | { readonly act: (request: Request<Op>) => Promise<ReplyOf<Op>> }

/** A handler whose reply shows the row that its command returns. */
export const showing = <Op extends Operation, Row>(
  shows: Shows<Row, ReplyOf<Op>>,
  row: (request: Request<Op>) => Command<Row>,
): Handler<Op> => ({ row, shows })

/** As `showing`, for a command with external inputs. */
export const showingPrepared = <Op extends Operation, Row>(
  shows: Shows<Row, ReplyOf<Op>>,
  prepareRow: (request: Request<Op>) => Promise<Command<Row>>,
): Handler<Op> => ({ prepareRow, shows })

/** A handler for every operation: one that is missing does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Contract[Id]> }

/** The handlers of one room. */
export type HandlersOf<Ids extends OperationId> = Pick<Handlers, Ids>
