/** Unsettled key tests: no reply makes a claim that may be wrong. */
import { describe, expect, it } from 'vitest'
import { Refusal, Unavailable } from '../../../core/refusal.ts'
import { afterEffects, UnsettledKeys } from './unsettled-keys.ts'

const away = () => Promise.reject(Unavailable.away())
const unknown = () => Promise.reject(new Refusal('OUTCOME_UNKNOWN', 'The outcome is unknown'))
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (refusal: Refusal) => refusal.code,
  )

describe('a request that the engine did not carry out', () => {
  it('is reported without effect when no other request used its key, or it has none', async () => {
    const keys = new UnsettledKeys()
    expect(await codeOf(keys.serve('a', away))).toBe('SERVICE_UNAVAILABLE')
    expect(await codeOf(keys.serve(undefined, away))).toBe('SERVICE_UNAVAILABLE')
    expect(await codeOf(keys.serve('a', away))).toBe('SERVICE_UNAVAILABLE')
  })

  it('leaves the outcome unknown while another request with its key is running', async () => {
    const keys = new UnsettledKeys()
    let end = () => {}
    const first = keys.serve('a', () => new Promise<void>((resolve) => (end = resolve)))
    expect(await codeOf(keys.serve('a', away))).toBe('OUTCOME_UNKNOWN')
    expect(await codeOf(keys.serve('b', away))).toBe('SERVICE_UNAVAILABLE')
    end()
    await first
  })

  it('leaves the outcome unknown when that of an earlier one is', async () => {
    const keys = new UnsettledKeys()
    expect(await codeOf(keys.serve('a', unknown))).toBe('OUTCOME_UNKNOWN')
    expect(await codeOf(keys.serve('a', away))).toBe('OUTCOME_UNKNOWN')
    expect(await codeOf(keys.serve('a', () => Promise.resolve()))).toBe('done')
  })

  it('leaves the outcome unknown after a step that may have had an effect', async () => {
    expect(await codeOf(afterEffects(away))).toBe('OUTCOME_UNKNOWN')
    expect(await codeOf(afterEffects(() => Promise.resolve()))).toBe('done')
    const refused = () => Promise.reject(new Refusal('CONFLICT', 'No'))
    expect(await codeOf(afterEffects(refused))).toBe('CONFLICT')
  })
})
