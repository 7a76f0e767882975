/** Circuit breaker tests: it opens after consecutive silences, lets one probe through at a time, and closes with an answer. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../test/harness/memory-engine.ts'
import { closeCircuit, noteSilence, OPENS_AFTER, type Passage, pass, returnProbe } from './circuit.ts'
import { circuits } from './tables.ts'

const START = Date.UTC(2026, 0, 15)
const PLATFORM = '00000000-0000-7000-8000-000000000001'

describe('a circuit', () => {
  let engine: MemoryEngine
  beforeEach(() => {
    engine = new MemoryEngine([circuits], START)
  })
  const ask = () => engine.run(PLATFORM, (rows) => pass(rows, 'webhooks'))
  const silence = (passage: Passage) => engine.run(PLATFORM, (rows) => void noteSilence(rows, 'webhooks', passage))
  const answer = () => engine.run(PLATFORM, (rows) => closeCircuit(rows, 'webhooks'))
  const open = () => {
    for (let i = 0; i < OPENS_AFTER; i++) silence(ask())
  }
  /** Milliseconds until the next probe. */
  const untilProbe = () => (engine.rows(circuits)[0]?.probeAt ?? Number.NaN) - engine.now

  it('lets every call through until three consecutive ones got no answer', () => {
    expect(ask()).toBe('clear')
    silence('clear')
    silence('troubled')
    expect(ask()).toBe('troubled')
    answer()
    silence('clear')
    silence('troubled')
    expect(ask()).toBe('troubled')
    silence('troubled')
    expect(ask()).toBe('held')
  })

  it('lets one probe through when its time has come, and holds every other call until its outcome', () => {
    open()
    engine.now += untilProbe() - 1
    expect(ask()).toBe('held')
    engine.now += 1
    expect([ask(), ask(), ask()]).toEqual(['probe', 'held', 'held'])
    answer()
    expect([ask(), ask()]).toEqual(['clear', 'clear'])
  })

  it('waits longer after each probe without an answer, and a minute at most', () => {
    open()
    const waits = Array.from({ length: 6 }, () => {
      const wait = untilProbe()
      engine.now += wait
      silence(ask())
      return wait / 1000
    })
    expect(waits).toEqual([5, 10, 20, 40, 60, 60])
  })

  it('ignores the silence of calls that were in progress when it opened', () => {
    open()
    const wait = untilProbe()
    for (let i = 0; i < 20; i++) silence('clear')
    expect(untilProbe()).toBe(wait)
  })

  it('allows another probe when one was not used, or when its process has been gone for a minute', () => {
    open()
    engine.now += untilProbe()
    expect(ask()).toBe('probe')
    engine.run(PLATFORM, (rows) => returnProbe(rows, 'webhooks'))
    expect(ask()).toBe('probe')
    engine.now += 60_000
    expect(ask()).toBe('probe')
  })

  it('records since when no call was answered', () => {
    silence('clear')
    engine.now += 1000
    silence('troubled')
    expect(engine.rows(circuits)).toMatchObject([{ silences: 2, silentSince: START }])
  })
})
