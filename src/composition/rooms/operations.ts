/** API of all rooms: a handler and a route for every operation of the contract. */
import type { FastifyInstance } from 'fastify'
import { contract, type OperationId } from '../../../contract/contract.ts'
import { NOT_BUILT } from '../../../contract/not-built.ts'
import type { Operation } from '../../../contract/operation.ts'
import { accountApi } from '../../domain/accounts/api.ts'
import { agentApi } from '../../domain/agents/api.ts'
import { agentMeApi } from '../../domain/agents/me/api.ts'
import { cardApi } from '../../domain/cards/api.ts'
import { customerApi } from '../../domain/customers/api.ts'
import { beneficialOwnerApi } from '../../domain/customers/beneficial-owners/api.ts'
import { documentApi } from '../../domain/customers/documents/api.ts'
import { importApi } from '../../domain/customers/imports/api.ts'
import { verificationApi } from '../../domain/customers/verifications/api.ts'
import { eventApi } from '../../domain/events/api.ts'
import { externalAccountApi } from '../../domain/payments/external-accounts/api.ts'
import { invitationApi } from '../../domain/payments/invitations/api.ts'
import { quoteApi } from '../../domain/payments/quotes/api.ts'
import { receiverApi } from '../../domain/payments/receivers/api.ts'
import { transactionApi } from '../../domain/payments/transactions/api.ts'
import { platformApi } from '../../domain/platform/api.ts'
import type { SandboxOperation } from '../../domain/sandbox/api.ts'
import { walletApi } from '../../domain/wallets/api.ts'
import { type PipelineOptions, pipeline } from '../../infra/http/pipeline.ts'
import { addFallback, addOperations, notBuilt } from '../../infra/http/server.ts'
import type { Handler, HandlersOf } from '../../infra/operations/handlers.ts'
import { reportingApi } from '../../reporting/api.ts'
import { installationApi } from '../../reporting/installation/api.ts'
import type { NeedsOf } from './needs.ts'

const ROOMS = [
  platformApi,
  customerApi,
  verificationApi,
  beneficialOwnerApi,
  documentApi,
  importApi,
  accountApi,
  externalAccountApi,
  transactionApi,
  receiverApi,
  invitationApi,
  walletApi,
  quoteApi,
  cardApi,
  agentApi,
  agentMeApi,
  eventApi,
  reportingApi,
  installationApi,
] as const

export type ApiNeeds = NeedsOf<typeof ROOMS>

type MadeBy<Rooms> = Rooms extends readonly [(needs: never) => infer Made, ...infer Others]
  ? keyof Made | MadeBy<Others>
  : never
/** Operations that have a handler: one of the contract without one does not compile in `addApi`. */
type Handled = MadeBy<typeof ROOMS> | SandboxOperation

// biome-ignore lint/suspicious/noExplicitAny: of any operation; the contract ties the types of its parts together
type AnyHandler = Handler<any>
type AnyHandlers = Readonly<Record<string, AnyHandler>>
type Room = (needs: ApiNeeds) => AnyHandlers

/** The rooms of one platform that were used. */
export interface UsedRooms {
  readonly needs: ApiNeeds
  readonly made: Map<Room, AnyHandlers>
}

export const unusedRooms = (needs: ApiNeeds): UsedRooms => ({ needs, made: new Map() })

/**
 * The handlers of operations. A room of a platform is made when one of its operations is first called.
 * @param needs with which each room is made once, for the names of its operations
 */
export function operationHandlers(
  needs: ApiNeeds,
  sandbox: HandlersOf<SandboxOperation> | undefined,
): (rooms: UsedRooms, id: Handled) => AnyHandler {
  const roomOf = new Map<string, Room>()
  for (const room of ROOMS as readonly Room[]) for (const id of Object.keys(room(needs))) roomOf.set(id, room)
  return (rooms, id) => {
    const room = roomOf.get(id)
    // In production the operations of the sandbox have no routes.
    if (!room) return (sandbox as AnyHandlers)[id] as AnyHandler
    const handlers = rooms.made.get(room) ?? room(rooms.needs)
    rooms.made.set(room, handlers)
    return handlers[id] as AnyHandler
  }
}

/** The handler of an operation for one platform. */
export type HandlerOf = (platformId: string, id: Handled) => AnyHandler

/** Routes of every operation of the contract, built or not; those of the sandbox only there. */
export function addApi(server: FastifyInstance, handlerOf: HandlerOf, options: PipelineOptions): void {
  const { isSandbox } = options
  const served = (Object.entries(contract) as [OperationId, Operation][]).filter(
    ([, { sandbox }]) => !sandbox || isSandbox,
  )
  const unserved = (Object.values(NOT_BUILT) as readonly Pick<Operation, 'method' | 'path'>[]).filter(
    ({ path }) => isSandbox || !path.startsWith('/sandbox/'),
  )
  addOperations(server, [
    ...served.map(([id, operation]) => {
      const serve = pipeline(operation, (platformId) => handlerOf(platformId, id), options)
      return { id, operation, serve }
    }),
    ...unserved.map((operation) => ({ operation, serve: notBuilt(options.authenticate) })),
  ])
  addFallback(server, [...served.map(([, operation]) => operation), ...unserved])
}
