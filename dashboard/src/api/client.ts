/** API client of the pages: the public API, and the routes of operators, signed in by the cookie. */
import { createClient } from '../../../client/api.ts'
import { ApiError, errorFor } from '../../../client/api-error.ts'
import { requestFor } from '../../../client/request.ts'
import { type ClientOptions, sendForSuccess } from '../../../client/send.ts'
import type { OperationId } from '../../../contract/contract.ts'
import { DASHBOARD_PATHS, PLATFORM_HEADER } from '../../../contract/dashboard.ts'

/** Base path of the public API, for calls and for the curl commands that show them. */
export const API = '/2025-10-13'

/** Pages of other sites cannot send this header, so that the cookie alone gives no access. */
export const HEADERS = { 'x-causeway-dashboard': '1' }

export const api = createClient({ baseUrl: API, headers: HEADERS })

/** The API for another platform than the one that the session views. @param platformId wire id */
export const apiOf = (platformId: string) =>
  createClient({ baseUrl: API, headers: { ...HEADERS, [PLATFORM_HEADER]: platformId } })

const own: ClientOptions = { baseUrl: '', headers: HEADERS }

/** Calls a route of the dashboard. Its refusals have no id of a request: the request log has only those of the public API. */
async function sendOwn(request: Parameters<typeof sendForSuccess>[1]): Promise<unknown> {
  try {
    return (await sendForSuccess(own, request)).body
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message, reason, details } = error
    throw errorFor(status, { code, message, reason, details }, { cause: error })
  }
}

/** A read of operators, by its path. @throws ApiError */
export async function ask<Result>(path: string): Promise<Result> {
  return (await sendOwn({ method: 'GET', path, headers: {} })) as Result
}

/** A request of operators, by its path. @throws ApiError */
export async function send<Result>(path: string, body?: object): Promise<Result> {
  const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await sendOwn({ method: 'POST', path, headers: {}, ...content })) as Result
}

/** Ends this browser's session on the server, so that a copy of its cookie gives no access. @throws ApiError */
export async function signOut(): Promise<void> {
  await sendOwn({ method: 'POST', path: DASHBOARD_PATHS.signOut, headers: {} })
}

/** Address of an operation on this server, for use outside the page. */
export const addressFor = (id: OperationId, params: Readonly<Record<string, string>>): string =>
  `${window.location.origin}${API}${requestFor(id, { params }).path}`
