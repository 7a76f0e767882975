import { describe, expect, it } from 'vitest'
import { codeMail } from './mail-texts.ts'

describe('the mail with a code', () => {
  it('contains the code, how long it is valid, and what not to do with it', () => {
    const mail = codeMail('123456', null, 'Acme Pay')
    expect(mail.subject).toBe('Your code for Acme Pay')
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('123456')
      expect(body).toContain('valid for 5 minutes')
      expect(body).toContain('Do not share it')
    }
    expect(mail).not.toHaveProperty('from')
    expect(mail).not.toHaveProperty('replyTo')
  })

  it('does not contain the code in its subject, which is shown on locked screens', () => {
    expect(codeMail('123456', null, 'Acme Pay').subject).not.toContain('123456')
  })

  it('has the name, the sender, the logo and the time that the platform has set', () => {
    const mail = codeMail(
      'AB23CD',
      {
        appName: 'Acme Wallet',
        sendFromEmailAddress: 'hi@acme.example',
        sendFromEmailSenderName: 'Acme',
        replyToEmailAddress: 'help@acme.example',
        logoUrl: 'https://acme.example/logo.png?a=1&b=2',
        expirationSeconds: 90,
      },
      'Acme Pay',
    )
    expect(mail).toMatchObject({
      from: { address: 'hi@acme.example', name: 'Acme' },
      replyTo: 'help@acme.example',
      subject: 'Your code for Acme Wallet',
    })
    expect(mail.text).toContain('valid for 90 seconds')
    expect(mail.html).toContain('<img src="https://acme.example/logo.png?a=1&amp;b=2" alt="Acme Wallet" width="340"')
    expect(mail.text).not.toContain('Acme Pay')
  })

  it('names the sender where only the address is set', () => {
    expect(codeMail('1', { sendFromEmailAddress: 'hi@acme.example' }, 'Acme').from?.name).toBe('Notifications')
  })

  it('uses the singular for one minute and one second', () => {
    expect(codeMail('1', { expirationSeconds: 60 }, 'Acme').text).toContain('valid for 1 minute and')
    expect(codeMail('1', { expirationSeconds: 1 }, 'Acme').text).toContain('valid for 1 second and')
  })

  it('cannot be altered by markup in a name', () => {
    const mail = codeMail('1', { appName: `<script src="x">&'\r\nBcc: bob@example.com` }, 'Acme')
    expect(mail.html).not.toContain('<script')
    expect(mail.html).toContain('&lt;script src=&quot;x&quot;&gt;&amp;&#39; Bcc')
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  it.each(['http://acme.example/logo.png', 'javascript:alert(1)', 'data:image/png;base64,AA', 'https://'])(
    'shows no logo from %s',
    (logoUrl) => expect(codeMail('1', { logoUrl }, 'Acme').html).not.toContain('<img'),
  )

  it('keeps the address of a logo inside its quotes', () => {
    const { html } = codeMail('1', { logoUrl: 'https://acme.example/"onerror="alert(1)' }, 'Acme')
    expect(html).toContain('src="https://acme.example/%22onerror=%22alert(1)"')
  })
})
