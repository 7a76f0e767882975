/** Sandbox scenario tests: each takes its expected course, and its generated test passes. */
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../../client/api.ts'
import type { NamedPosting, PostingSide } from '../../../contract/accounts/ledger-view.ts'
import { durationOf, eventsOf, postingsOf } from '../../../contract/sandbox/scenarios/course.ts'
import { runScenario, SCENARIOS, type Scenario } from '../../../contract/sandbox/scenarios/scenarios.ts'
import { placeOf } from '../../../dashboard/src/pages/scenarios/comparison.ts'
import { testCode } from '../../../dashboard/src/pages/scenarios/test-code.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { bareId } from '../../core/ids.ts'
import { paymentStory } from '../../dashboard/payment-story.ts'

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

  const storyOf = (id: string) =>
    paymentStory({ store: app.store, rails: NO_RAILS }, app.platform.platformId, bareId(id))
  const run = async (scenario: Scenario, digits: string) => {
    const dollars = await accountOf(app, 'northwind', 'USD')
    const call = (operation: string, input: object) => client[operation as 'createQuote'](input as never)
    const id = await runScenario(scenario, { customer: { id: dollars.customerId as string }, dollars, digits }, call)
    await app.settle()
    return id
  }

  it.each(SCENARIOS.map((scenario, place) => [scenario.id, scenario, place] as const))(
    '%s takes its course',
    async (_, scenario, place) => {
      const id = await run(scenario, String(place).padStart(12, '9'))
      const waitMs = durationOf(scenario.course)
      if (waitMs > 0) {
        await app.advance({ ms: waitMs - 1 })
        const before = scenario.course.steps.slice(0, -1).flatMap(({ events }) => events)
        expect((await storyOf(id)).events.map(({ type }) => type)).toEqual(before.map(({ type }) => type))
        await app.advance({ ms: 1 })
      }
      const { transaction, events, postings } = await storyOf(id)
      expect(events.map(({ type, status }) => ({ type, status }))).toEqual(eventsOf(scenario.course))
      expect(postings.map(shown)).toEqual(postingsOf(scenario.course))
      const { status, failureReason } = scenario.course
      expect([transaction.status, transaction.failureReason]).toEqual([status, failureReason])
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
const NO_RAILS = { trace: async () => undefined, connected: [] }
