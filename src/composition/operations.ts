/** API of all rooms: a handler and a route for every operation of the contract. */
import type { FastifyInstance } from 'fastify'
import { contract } from '../../contract/contract.ts'
import { NOT_BUILT } from '../../contract/not-built.ts'
import type { Operation } from '../../contract/operation.ts'
import { accountApi } from '../domain/accounts/api.ts'
import { agentApi } from '../domain/agents/api.ts'
import { agentMeApi } from '../domain/agents/me/api.ts'
import { cardApi } from '../domain/cards/api.ts'
import { customerApi } from '../domain/customers/api.ts'
import { beneficialOwnerApi } from '../domain/customers/beneficial-owners/api.ts'
import { documentApi } from '../domain/customers/documents/api.ts'
import { importApi } from '../domain/customers/imports/api.ts'
import { verificationApi } from '../domain/customers/verifications/api.ts'
import { eventApi } from '../domain/events/api.ts'
import { externalAccountApi } from '../domain/payments/external-accounts/api.ts'
import { invitationApi } from '../domain/payments/invitations/api.ts'
import { quoteApi } from '../domain/payments/quotes/api.ts'
import { receiverApi } from '../domain/payments/receivers/api.ts'
import { transactionApi } from '../domain/payments/transactions/api.ts'
import { platformApi } from '../domain/platform/api.ts'
import type { SandboxOperation } from '../domain/sandbox/api.ts'
import { walletApi } from '../domain/wallets/api.ts'
import { type PipelineOptions, pipeline } from '../infra/http/pipeline.ts'
import { addFallback, addOperations, notBuilt } from '../infra/http/server.ts'
import type { Handlers, HandlersOf } from '../infra/operations/handlers.ts'
import type { NeedsOf } from './needs.ts'

type ApiNeeds = NeedsOf<
  [
    typeof platformApi,
    typeof customerApi,
    typeof verificationApi,
    typeof beneficialOwnerApi,
    typeof documentApi,
    typeof importApi,
    typeof externalAccountApi,
    typeof transactionApi,
    typeof receiverApi,
    typeof accountApi,
    typeof invitationApi,
    typeof walletApi,
    typeof quoteApi,
    typeof cardApi,
    typeof agentApi,
    typeof agentMeApi,
    typeof eventApi,
  ]
>

/** Handlers of all operations: one spread per room. An operation without a handler does not compile. */
export const operationHandlers = (needs: ApiNeeds, sandbox: HandlersOf<SandboxOperation> | undefined): Handlers => ({
  ...platformApi(needs),
  ...customerApi(needs),
  ...verificationApi(needs),
  ...beneficialOwnerApi(needs),
  ...documentApi(needs),
  ...importApi(needs),
  ...accountApi(needs),
  ...externalAccountApi(needs),
  ...transactionApi(needs),
  ...receiverApi(needs),
  ...invitationApi(needs),
  ...walletApi(needs),
  ...quoteApi(needs),
  ...cardApi(needs),
  ...agentApi(needs),
  ...agentMeApi(needs),
  ...eventApi(needs),
  // In production the operations of the sandbox have no routes, so their handlers are never called.
  ...(sandbox as HandlersOf<SandboxOperation>),
})

/** Routes of every operation of the contract, built or not; those of the sandbox only with `hasSandbox`. */
export function addApi(
  server: FastifyInstance,
  handlers: Handlers,
  options: PipelineOptions,
  hasSandbox: boolean,
): void {
  const served = (Object.entries(contract) as [keyof Handlers, Operation][]).filter(
    ([, { sandbox }]) => !sandbox || hasSandbox,
  )
  const unserved = (Object.values(NOT_BUILT) as readonly Pick<Operation, 'method' | 'path'>[]).filter(
    ({ path }) => hasSandbox || !path.startsWith('/sandbox/'),
  )
  addOperations(server, [
    ...served.map(([id, operation]) => ({ id, operation, serve: pipeline(operation, handlers[id], options) })),
    ...unserved.map((operation) => ({ operation, serve: notBuilt(options.authenticate) })),
  ])
  addFallback(server, [...served.map(([, operation]) => operation), ...unserved])
}
