/** The first five minutes, in a browser with an authenticator that reaches no other server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { FIRST_STEPS } from '../../contract/sandbox/first-step-names.ts'
import { formatMinor } from '../../dashboard/src/format/money.ts'
import { FIRST_MINUTES } from './first-minutes.ts'
import { openStage, type Stage } from './stage.ts'

interface Counted extends Window {
  framesUntilShown?: number
}

/** Counts the frames of the page from the reply that contains a text until the page shows another one. */
function countFrames({ path, reply, shown }: { path: string; reply: string; shown: string }): void {
  const ask = window.fetch
  let isCounting = false
  window.fetch = async (...call) => {
    const answer = await ask(...call)
    if (isCounting || !answer.url.endsWith(path) || !(await answer.clone().text()).includes(reply)) return answer
    isCounting = true
    let frames = 0
    const look = () => {
      frames++
      if (document.body.innerText.includes(shown)) (window as Counted).framesUntilShown = frames
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return answer
  }
}

describe('the first five minutes, in a browser', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('first-minutes')
    await stage.page.route(
      (url) => url.origin !== stage.origin,
      (route) => route.abort(),
    )
  })
  afterAll(() => stage?.close())

  for (const [picture, what, step] of FIRST_MINUTES)
    it(what, async () => {
      await step(stage)
      await stage.picture(picture)
    })

  it('ticks off every first step, each with its event', async () => {
    const { done } = await stage.api('getFirstSteps')
    expect(Object.keys(done)).toEqual([...FIRST_STEPS])
    for (const eventId of Object.values(done))
      expect((await stage.api('getEventById', { params: { eventId: eventId as `Webhook:${string}` } })).id).toBe(
        eventId,
      )
    await stage.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await stage.page.locator('[data-lit~="in-customers"][data-lit~="transit-out"]').waitFor()
    expect(await stage.part('First steps').count()).toBe(0)
  })

  it('shows a change within 18 frames of its reply, 300 ms at 60 frames a second', async () => {
    const { id, balance } = await stage.dollars()
    const added = 12_345
    const [after, shown] = [balance.amount + added, formatMinor(balance.amount + added, balance.currency.decimals)]
    await stage.page.evaluate(countFrames, { path: pathTo('getOverview'), reply: `"amount":${after},`, shown })
    await stage.api('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: added } })
    const frames = () => stage.page.evaluate(() => (window as Counted).framesUntilShown)
    await expect.poll(frames).toBeDefined()
    expect(await frames()).toBeLessThanOrEqual(18)
  })

  it('sets amounts in tabular figures of its own font', async () => {
    const measured = await stage.page.evaluate(async () => {
      await document.fonts.ready
      const widthOf = (text: string) => {
        const element = Object.assign(document.createElement('span'), { className: 'money', textContent: text })
        document.body.append(element)
        const { width } = element.getBoundingClientRect()
        element.remove()
        return width
      }
      return {
        loaded: [...document.fonts].map(({ family, status }) => `${family} ${status}`),
        widths: ['111.11', '888.88'].map(widthOf),
      }
    })
    expect(measured.loaded.join()).toMatch(/Inter Variable"? loaded/)
    expect(measured.widths[0]).toBe(measured.widths[1])
  })

  it('causes no error, and requests only its own server', () => {
    expect(stage.faults).toEqual([])
    expect(stage.strangers).toEqual([])
  })
})
