/** Card network operations of the sandbox. */
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { presentCardTransaction } from '../../cards/purchases/purchase.ts'
import {
  sandboxSimulateCardAuthorization,
  sandboxSimulateCardAuthorizationAdvice,
  sandboxSimulateCardBalanceInquiry,
  sandboxSimulateCardClearing,
  sandboxSimulateCardReturn,
  sandboxSimulateCardReturnReversal,
} from './card-network.ts'

export type CardNetworkOperation =
  | 'sandboxSimulateCardAuthorization'
  | 'sandboxSimulateCardClearing'
  | 'sandboxSimulateCardReturn'
  | 'sandboxSimulateCardReturnReversal'
  | 'sandboxSimulateCardAuthorizationAdvice'
  | 'sandboxSimulateCardBalanceInquiry'

export const cardNetworkApi: HandlersOf<CardNetworkOperation> = {
  sandboxSimulateCardAuthorization: {
    command: (request) => (rows) => presentCardTransaction(sandboxSimulateCardAuthorization(rows, request)),
  },
  sandboxSimulateCardClearing: {
    command: (request) => (rows) => presentCardTransaction(sandboxSimulateCardClearing(rows, request)),
  },
  sandboxSimulateCardReturn: {
    command: (request) => (rows) => presentCardTransaction(sandboxSimulateCardReturn(rows, request)),
  },
  sandboxSimulateCardReturnReversal: {
    command: (request) => (rows) => presentCardTransaction(sandboxSimulateCardReturnReversal(rows, request)),
  },
  sandboxSimulateCardAuthorizationAdvice: {
    command: (request) => (rows) => presentCardTransaction(sandboxSimulateCardAuthorizationAdvice(rows, request)),
  },
  sandboxSimulateCardBalanceInquiry: {
    command:
      ({ params }) =>
      (rows) =>
        sandboxSimulateCardBalanceInquiry(rows, params.id),
  },
}
