/** HTTP rate tests: fresh rates are served; anything else is refused with a reason. */
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpRates, httpRates } from './http.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

describe('rates over HTTP', () => {
  let rates: HttpRates | undefined
  afterEach(() => rates?.stop())

  /** What each source answers, and a clock that never goes back. */
  function source(answers: Record<string, unknown>, names = ['first', 'second']) {
    const errors: string[] = []
    const world = { answers, now: 0, errors }
    const fetch = async (address: string | URL | Request) => {
      const answer = world.answers[new URL(String(address)).hostname]
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : Response.json(answer)
    }
    rates = httpRates(
      {
        urls: names.map((name) => `https://${name}.example/rates`),
        bounds: { quorum: Math.min(2, names.length), maxDeviation: 0.01, maxStep: 0.1 },
      },
      {
        clock: { now: () => NOW },
        onError: (error) => errors.push((error as Error).message),
        fetch: fetch as typeof globalThis.fetch,
        monotonic: () => world.now,
      },
    )
    return { ...world, world, rates }
  }
  const table = (EUR: string, MXN = '17.25') => ({ rates: { EUR, MXN } })
  const both = (answer: unknown) => ({ 'first.example': answer, 'second.example': answer })

  it('are those on which the sources agree, exactly', async () => {
    const { rates } = source({ 'first.example': table('0.92'), 'second.example': table('0.93') })
    await rates.refresh()
    expect(rates.current().between('EUR', 'MXN')).toEqual({ numerator: 1725000n, denominator: 92500n })
    expect(rates.current()).toMatchObject({ updatedAt: NOW })
    expect(rates.current().sources('EUR')).toEqual(['first.example', 'second.example'])
  })

  it('are offered with one of three sources down or wrong, and both are named', async () => {
    const answers = {
      'first.example': table('0.92'),
      'second.example': new Error('away'),
      'third.example': table('0.92', '1'),
    }
    const { rates, errors } = source({ ...answers, 'fourth.example': table('0.92') }, [
      'first',
      'second',
      'third',
      'fourth',
    ])
    await rates.refresh()
    expect(rates.current().between('USD', 'MXN').numerator).toBe(1725n)
    expect(rates.current().sources('MXN')).toEqual(['first.example', 'fourth.example'])
    expect(errors.join()).toMatch(/away.*MXN of third\.example: 1/)
  })

  it('are refused for a currency about which the sources disagree, and served for the others', async () => {
    const { rates, errors } = source({ 'first.example': table('9.2'), 'second.example': table('0.92') })
    await rates.refresh()
    const { between } = rates.current()
    expect(between('USD', 'MXN').numerator).toBe(1725n)
    expect(() => between('USD', 'EUR')).toThrow(
      expect.objectContaining({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('EUR is not confirmed'),
      }),
    )
    expect(between('EUR', 'EUR'), 'which exchanges nothing').toEqual({ numerator: 1n, denominator: 1n })
    expect(errors.at(-1)).toContain('EUR: 0 of 2 sources agree, 2 must: 0.92, 9.2')
  })

  it('are refused for a currency without a price', async () => {
    const { rates } = source(both(table('0.92')))
    await rates.refresh()
    expect(() => rates.current().between('USD', 'GBP')).toThrow(
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('GBP is not known') }),
    )
  })

  it('are refused when they are older than a minute, and before there are any', async () => {
    const { rates, world } = source(both(new Error('away')))
    expect(() => rates.current()).toThrow('No current exchange rates')
    world.answers = both(table('0.92'))
    await rates.refresh()
    world.now = 60_000
    rates.current()
    world.now = 60_001
    expect(() => rates.current()).toThrow('No current exchange rates')
  })

  it.each([
    ['one of the sources is down', { 'second.example': new Error('down') }, 'down'],
    [
      'one answers with an error',
      { 'second.example': () => new Response('', { status: 500 }) },
      'second.example answered 500',
    ],
    ['one sends something else', { 'first.example': () => new Response('<html>') }, ''],
    ['one sends no rates', { 'first.example': {} }, 'sent no rates'],
    [
      'one says itself that its rates are old',
      { 'first.example': { ...table('0.92'), publishedAt: '2026-11-23T11:54:59Z' } },
      'too old',
    ],
    ['one sends too much', { 'first.example': () => new Response(' '.repeat(70_000)) }, 'more than 65536 bytes'],
  ])('stay those from before when %s, until they are stale', async (_what, wrong, said) => {
    const { rates, world, errors } = source(both(table('0.92')))
    await rates.refresh()
    world.answers = { ...both(table('0.93')), ...(wrong as object) }
    world.now = 50_000
    await rates.refresh()
    expect(rates.current().between('USD', 'EUR').numerator).toBe(92n)
    expect(errors.at(-1)).toContain(said)
    world.now = 61_000
    expect(() => rates.current()).toThrow('No current exchange rates')
  })

  it('accept a source that reports its rates as fresh', async () => {
    const { rates } = source(both({ ...table('0.92'), publishedAt: '2026-11-23T11:55:00Z' }))
    await rates.refresh()
    rates.current()
  })

  it('need no second source where a quorum of one is configured', async () => {
    const { rates } = source({ 'first.example': table('0.92') }, ['first'])
    await rates.refresh()
    expect(rates.current().between('USD', 'EUR').numerator).toBe(92n)
  })
})
