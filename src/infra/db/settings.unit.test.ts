/** Connection settings tests: those in a connection's address, and those sent to each server version. */
import { describe, expect, it } from 'vitest'
import { settingsIn, settingsStatement } from './settings.ts'

describe('the options of an address', () => {
  it.each([
    ['', []],
    ['-c lock_timeout=50ms', ['lock_timeout=50ms']],
    ['  -c a=1   -cb=2 --c-d=3 ', ['a=1', 'b=2', 'c-d=3']],
    ['-c search_path=one,\\ two\\\\', ['search_path=one, two\\']],
  ])('are settings: %s', (options, settings) => expect(settingsIn(options)).toEqual(settings))

  it.each(['-d 5', 'lock_timeout=1', '-c lock_timeout', '-x'])('are refused if they are not settings: %s', (options) =>
    expect(() => settingsIn(options)).toThrow(TypeError),
  )
})

describe('the settings of a transaction', () => {
  const make = settingsStatement('settings', ['a=1', 'transaction_timeout=15s', 'b-c=2', "a=it's"])

  it('are the last ones given, each only in that transaction, and quoted', () => {
    expect(make(15)).toEqual({
      name: 'settings',
      text: "select from (select set_config('a', 'it''s', true), set_config('b_c', '2', true), set_config('causeway.platform', $1, true) offset 0) as settings",
      values: ['*'],
    })
  })

  it('name the platform whose rows it touches', () => expect(make(15, 'one').values).toEqual(['one']))

  it('end a transaction that lasts too long where the server can', () => {
    expect(make(16)).toEqual(make(15))
    expect(make(17).text).toContain("set_config('transaction_timeout', '15s', true)")
    expect(make(17).name).not.toBe(make(15).name)
  })
})
