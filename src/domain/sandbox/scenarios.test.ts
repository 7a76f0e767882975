/** Sandbox scenario tests: each takes its expected course, and its generated test passes. */
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../../client/api.ts'
import type { NamedPosting, PostingSide } from '../../../contract/ledger/postings.ts'
import { durationOf, eventsOf, postingsOf } from '../../../contract/sandbox/scenarios/course.ts'
import { runScenario, SCENARIO_KINDS, type Scenario, valueAt } from '../../../contract/sandbox/scenarios/scenario.ts'
import { SCENARIOS } from '../../../contract/sandbox/scenarios/scenarios.ts'
import { placeOf } from '../../../dashboard/src/pages/scenarios/comparison.ts'
import { testCode } from '../../../dashboard/src/pages/scenarios/test-code.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'

describe('the scenarios of the sandbox', () => {
  let app: TestApp
  let client: Client
  beforeAll(async () => {
    app = await testApp()
    client = createClient({ baseUrl: app.base, credentials: app.platform })
    app.clock.freeze()
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  })

  const call = (operation: string, input: object) => client[operation as 'createQuote'](input as never)
  /** What there is about the object of a run: a payment's events have the status after them. */
  const observe = async ({ kind }: Scenario, id: string) => {
    const { operation, idName } = SCENARIO_KINDS[kind].read
    const object = await call(operation, { [idName]: id })
    if (operation === 'getTransactionById') {
      const { events, postings } = await client.getTransactionHistory({ transactionId: id })
      return { object, events: events.map(({ type, status }) => ({ type, status })), postings }
    }
    const { data } = await client.listEvents({ resourceId: id as never })
    const { data: postings } = kind === 'PURCHASE' ? await client.listPostings({ causeId: id as never }) : { data: [] }
    return { object, events: data.map(({ type }) => ({ type })).toReversed(), postings: postings.toReversed() }
  }
  const run = async (scenario: Scenario, digits: string) => {
    const dollars = await accountOf(app, 'northwind', 'USD')
    const id = await runScenario(scenario, { customer: { id: dollars.customerId as string }, dollars, digits }, call)
    await app.settle()
    return id
  }

  it.each(SCENARIOS.map((scenario, place) => [scenario.id, scenario, place] as const))(
    '%s takes its course',
    async (_, scenario, place) => {
      const { course } = scenario
      const id = await run(scenario, String(place).padStart(12, '9'))
      if (scenario.isRefused) return expect({ code: id }).toEqual(course.result)
      const waitMs = durationOf(course)
      if (waitMs > 0) {
        await app.advance({ ms: waitMs - 1 })
        const before = course.steps.slice(0, -1).flatMap(({ events }) => events)
        const { events } = await observe(scenario, id)
        expect(events.map(({ type }) => type)).toEqual(before.map(({ type }) => type))
        await app.advance({ ms: 1 })
      }
      const { object, events, postings } = await observe(scenario, id)
      expect(events).toEqual(eventsOf(course))
      expect(postings.map(shown)).toEqual(postingsOf(course))
      const fields = Object.keys(course.result).map((path) => [path, valueAt(object, path)])
      expect(Object.fromEntries(fields)).toEqual(course.result)
    },
  )

  it.each(SCENARIOS.map((scenario) => [scenario.id, scenario] as const))('%s passes as a test', async (_, scenario) => {
    const code = testCode(scenario).replace(/^import .*\n/gm, '')
    const sandbox = {
      client,
      clock: { settle: app.settle, advance: app.advance },
      close: () => {},
    }
    let passed: Promise<void> | undefined
    const start = (_title: string, body: (test: object) => Promise<void>) => {
      passed = body({ after: () => {} })
    }
    new Function('assert', 'it', 'createSandbox', code)(assert, start, async () => sandbox)
    await passed
  })
})

const shown = ({ from, to, currency }: NamedPosting) => ({
  from: placeOf(from as PostingSide),
  to: placeOf(to),
  currency: currency.code,
})
