import { describe, expect, it } from 'vitest'
import { noticeMail } from './mail-texts.ts'

const AT = Date.UTC(2026, 4, 1, 12, 30, 59)

describe('the mail with a notice', () => {
  it('states what happened, when, and what to do, with the name and the sender that the platform has set', () => {
    const settings = { appName: 'Acme Wallet', sendFromEmailAddress: 'hi@acme.example' }
    const mail = noticeMail({ what: 'SESSION', type: 'PASSKEY', nickname: 'Phone', at: AT }, settings, 'Acme Pay')
    expect(mail.subject).toBe('New sign-in to Acme Wallet')
    expect(mail.from).toEqual({ address: 'hi@acme.example', name: 'Notifications' })
    expect(mail.text).toContain('signed in to your wallet with the passkey "Phone" at 2026-05-01 12:30 UTC.')
    expect(mail.text).toContain('If it was not, sign in now')
  })

  it('names a credential by its kind', () => {
    const text = (type: 'EMAIL_OTP' | 'OAUTH', nickname: string) =>
      noticeMail({ what: 'CREDENTIAL', type, nickname, at: AT }, null, 'Acme Pay').text
    expect(text('EMAIL_OTP', 'a@example.com')).toContain('The address "a@example.com" was added')
    expect(text('OAUTH', 'a@example.com')).toContain('The account "a@example.com" was added')
    expect(text('OAUTH', '')).toContain('Another account was added')
  })

  it('states for an export that no revocation helps', () => {
    const mail = noticeMail({ what: 'EXPORT', at: AT }, null, 'Acme Pay')
    expect(mail.text).toContain('was exported at 2026-05-01 12:30 UTC')
    expect(mail.text).toContain('move the money')
  })

  it('cannot be altered by markup in a nickname, and limits its length', () => {
    const nickname = `<a href="https://evil.example">\r\nclick</a>${'x'.repeat(1000)}`
    const { html, text } = noticeMail({ what: 'SESSION', type: 'PASSKEY', nickname, at: AT }, null, 'Acme Pay')
    expect(html).not.toContain('<a ')
    expect(text).toContain('"<a href="https://evil.example"> click')
    expect(text.length).toBeLessThan(500)
  })
})
