/** Generated types of the client: the same as those that the contract's schemas have in the service. */
import { describe, expect, it } from 'vitest'
import type { Contract, OperationId } from '../contract/contract.ts'
import { contract } from '../contract/contract.ts'
import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from '../contract/operation.ts'
import type { Operations } from './operations.generated.ts'
import { operationAt, pathTo } from './request.ts'
import { ROUTES } from './routes.generated.ts'

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
/** Operations whose parameters differ. */
type OtherParameters = {
  [Id in OperationId]: [
    Same<Operations[Id]['params'], ParamsOf<Contract[Id]>>,
    Same<Operations[Id]['query'], QueryOf<Contract[Id]>>,
  ] extends [true, true]
    ? never
    : Id
}[OperationId]
/**
 * Operations whose reply type differs from the service's. The service types some fields less exactly than their schema.
 */
type OtherReply = {
  [Id in OperationId]: [Operations[Id]['reply']] extends [ReplyOf<Contract[Id]>] ? never : Id
}[OperationId]
/** Operations whose body type accepts values that the service does not. Forms differ: a client sends a Blob. */
type OtherBody = {
  [Id in OperationId]: Contract[Id] extends { multipart: unknown }
    ? never
    : [Operations[Id]['body']] extends [BodyOf<Contract[Id]>]
      ? never
      : Id
}[OperationId]

const none = <_Ids extends never>(): number => 0

describe('the types of the client', () => {
  it('are those of the contract: a difference does not compile', () => {
    expect(none<OtherParameters>() + none<OtherReply>() + none<OtherBody>()).toBe(0)
  })

  it('name every operation, and no name of an input stands for two parts of a request', () => {
    const operations = Object.entries(contract) as [string, Operation][]
    expect(Object.keys(ROUTES)).toEqual(operations.map(([id]) => id))
    const doubled = operations.filter(([, { params, query, body }]) => {
      const names = [params, query].flatMap((part) => Object.keys(part?.properties ?? {}))
      return new Set([...names, ...namesIn(body)]).size < names.length + namesIn(body).size || (query && body)
    })
    expect(doubled.map(([id]) => id)).toEqual([])
  })
})

describe('the operation at an address', () => {
  it('is the one with that method and path, with its parameters', () => {
    for (const id of Object.keys(ROUTES) as OperationId[]) {
      const names = [...ROUTES[id].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
      const params = Object.fromEntries(names.map((name) => [name, `Some:${name}/é`]))
      expect(operationAt(ROUTES[id].method, `${pathTo(id, params)}?limit=1`)).toEqual({ id, params })
    }
  })

  it('is undefined for another method, another length, and unencoded text', () => {
    expect(operationAt('POST', pathTo('getPlatformConfig'))).toBeUndefined()
    expect(operationAt('GET', `${pathTo('getPlatformConfig')}/`)).toBeUndefined()
    expect(operationAt('GET', pathTo('getTokenById', { tokenId: 'x' }).replace('x', '%'))).toBeUndefined()
    expect(operationAt('GET', '')).toBeUndefined()
  })
})

function namesIn(schema: unknown): Set<string> {
  const { properties = {}, oneOf = [], anyOf = [], allOf = [] } = { ...(schema as Record<string, object[]>) }
  return new Set([...Object.keys(properties), ...[...oneOf, ...anyOf, ...allOf].flatMap((one) => [...namesIn(one)])])
}
