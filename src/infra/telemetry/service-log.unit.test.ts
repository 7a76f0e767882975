import { describe, expect, it } from 'vitest'
import { serviceLog } from './service-log.ts'

function logged(what: object): string {
  let line = ''
  const write = (text: string) => {
    line = text
  }
  serviceLog('info', { write }).warn(what, 'something')
  return line
}

describe('the service log', () => {
  it.each(['clientSecret', 'otp', 'email', 'fullName', 'accountNumber', 'body', 'something new'])(
    'omits %s, because it is not listed',
    (name) => {
      for (const value of ['canary', { deep: 'canary' }, ['canary']]) {
        const line = logged({ [name]: value })
        expect(line).not.toContain('canary')
        expect(JSON.parse(line)).toMatchObject({ [name]: '[omitted]', msg: 'something' })
      }
    },
  )

  it('omits objects in listed fields', () => {
    expect(logged({ payout: { to: 'canary' }, differing: [{ name: 'canary' }] })).not.toContain('canary')
    expect(logged({ payout: 'p1', differing: ['a', 'b'] })).toContain('"payout":"p1","differing":["a","b"]')
  })

  it('identifies an error without its values', () => {
    const cause = Object.assign(new Error('invalid input syntax for type uuid: "canary"'), { code: '22P02' })
    const err = Object.assign(new TypeError('refused: <canary@mail.example> is unknown', { cause }), {
      code: 'EENVELOPE',
      detail: 'Failing row contains (canary)',
      config: { headers: { authorization: 'canary' } },
    })
    const line = logged({ err, requestId: 'r1' })
    expect(line).not.toContain('canary')
    expect(JSON.parse(line)).toMatchObject({
      requestId: 'r1',
      err: {
        type: 'TypeError',
        code: 'EENVELOPE',
        message: 'refused: <[omitted]> is unknown',
        stack: expect.stringContaining('service-log.unit.test.ts'),
        cause: { code: '22P02', message: 'invalid input syntax for type uuid: "[omitted]"' },
      },
    })
    expect(logged({ err: 'canary' })).not.toContain('canary')
  })
})
