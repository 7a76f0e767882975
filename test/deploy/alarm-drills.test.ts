/** Alarm drills: what an alert is for happens in a running service, and Prometheus lets it fire until the cause is removed. */
import { describe, expect, it } from 'vitest'
import { freshPlace, type TestApp, testApp } from '../harness/app.ts'
import { type Drill, pay } from './drill-parts.ts'
import { DRILLS } from './drills.ts'
import { type Phase, promtool, proveFiring, rules, scrape } from './prometheus.ts'

/** Longer than the longest `for`, and than all ranges of the rules. */
const MINUTES = 130

describe('an alarm', () => {
  it('has a drill', () => expect(Object.keys(DRILLS).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted()))

  describe.skipIf(!promtool)(`as ${promtool ?? 'promtool, which is not installed,'} evaluates the rules`, () => {
    it.each(rules.map((rule) => [rule.alert, rule] as const))(
      '%s fires when its cause arises, and ends when it is removed',
      async (alert, rule) => {
        const { quiet, during, after } = await carryOut(DRILLS[alert] as Drill)
        expect(() => proveFiring(rule, [quiet, during, after])).not.toThrow()
      },
    )
  })
})

/** What is scraped of a service before, during and after. */
async function carryOut({ options, cause, goesOn, isScraped, remedy }: Drill) {
  const place = await freshPlace()
  const apps = new Set<TestApp>()
  const start = (made: unknown, usual: TestApp | undefined): TestApp => {
    const app = made && typeof made === 'object' && 'origin' in made ? (made as TestApp) : (usual as TestApp)
    apps.add(app)
    return app
  }
  try {
    let app = start(await testApp({ ...options, place }), undefined)
    const phase = async (happens: (() => Promise<unknown>) | undefined, isPrometheus = true): Promise<Phase> => {
      const begin = await scrape(app.origin, isPrometheus)
      if (!happens) return { minutes: MINUTES, begin, end: begin }
      await happens()
      return { minutes: MINUTES, begin, end: await scrape(app.origin, isPrometheus) }
    }
    await scrape(app.origin)
    const quiet = await phase(() => pay(app))
    app = start(await cause(app, place), app)
    const during = await phase(goesOn && (() => goesOn(app)), isScraped)
    app = start(await remedy(app, place), app)
    await scrape(app.origin)
    const after = await phase(() => pay(app))
    return { quiet, during, after }
  } finally {
    await Promise.all([...apps].map((app) => app.close().catch(() => undefined)))
    await place.drop()
  }
}
