/** Browser at the start of the sandbox: conditions under which it is opened. */
import { describe, expect, it } from 'vitest'
import { openerIn } from './open-browser.ts'

const DESK = { platform: 'linux', env: { DISPLAY: ':0' }, isTerminal: true } as const

describe('the browser at the start', () => {
  it('is opened on a desktop', () => {
    expect(openerIn(DESK)).toEqual(['xdg-open'])
    expect(openerIn({ ...DESK, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toEqual(['xdg-open'])
    expect(openerIn({ ...DESK, platform: 'darwin', env: {} })).toEqual(['open'])
    expect(openerIn({ ...DESK, platform: 'win32', env: {} })?.[0]).toBe('cmd')
  })

  it('is not opened without a terminal, in CI, over SSH and without a display', () => {
    expect(openerIn({ ...DESK, isTerminal: false })).toBeUndefined()
    expect(openerIn({ ...DESK, env: { ...DESK.env, CI: 'true' } })).toBeUndefined()
    expect(openerIn({ ...DESK, platform: 'darwin', env: { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } })).toBeUndefined()
    expect(openerIn({ ...DESK, env: {} })).toBeUndefined()
  })
})
