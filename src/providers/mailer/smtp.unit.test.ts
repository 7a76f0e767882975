import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mail, type Mailer, MailRefused } from './port.ts'
import { smtpMailer } from './smtp.ts'

interface Taken {
  readonly from: string
  readonly to: readonly string[]
  readonly source: string
}

const usual: Mail = {
  to: 'alice@example.com',
  subject: 'Your code',
  text: 'Your code is 123456',
  html: '<p>Your code is <b>123456</b></p>',
}

describe('mail over SMTP', () => {
  const taken: Taken[] = []
  let answer: number
  let server: SMTPServer
  let mailer: Mailer & { close(): void }
  let port: number

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      onAuth: ({ username, password }, _, done) =>
        done(null, username === 'u' && password === 'p/w' ? { user: 'u' } : undefined),
      onRcptTo: (_address, _session, done) =>
        done(answer === 250 ? null : Object.assign(new Error('No'), { responseCode: answer })),
      async onData(stream, { envelope }, done) {
        const source = await text(stream)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
        done()
      },
    })
    server.on('error', () => {})
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as { port: number }).port
    mailer = smtpMailer({
      url: `smtp://u:p%2Fw@127.0.0.1:${port}?ignoreTLS=true`,
      from: { address: 'wallet@acme.example', name: 'Acme' },
    })
  })
  afterAll(async () => {
    mailer.close()
    server.close()
    await once(server.server, 'close')
  })
  beforeEach(() => {
    taken.length = 0
    answer = 250
  })

  it('arrives as text and as HTML, from the sender that the operator configured', async () => {
    await mailer.send(usual)
    expect(taken).toHaveLength(1)
    const [{ from, to, source }] = taken as [Taken]
    expect({ from, to }).toEqual({ from: 'wallet@acme.example', to: ['alice@example.com'] })
    for (const line of [
      'From: Acme <wallet@acme.example>',
      'To: alice@example.com',
      'Subject: Your code',
      'Auto-Submitted: auto-generated',
      'Your code is 123456',
      '<p>Your code is <b>123456</b></p>',
    ])
      expect(source).toContain(line)
  })

  it('has the sender, the name in any script, and the reply address that the mail requests', async () => {
    const from = { address: 'hi@shop.example', name: 'Café “Ñandú”, Ltd <x@y.example>' }
    await mailer.send({ ...usual, from, replyTo: 'help@shop.example', subject: 'Код – 認証' })
    const [{ from: envelope, source }] = taken as [Taken]
    expect(envelope).toBe('hi@shop.example')
    expect(source).toMatch(/^From: =\?UTF-8\?[^\r\n]+(\r\n [^\r\n]+)* <hi@shop\.example>\r$/m)
    expect(source).toContain('Reply-To: help@shop.example')
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
  })

  it('uses a sender domain only if the operator may send for it; otherwise keeps the name with our address', async () => {
    const careful = smtpMailer({
      url: `smtp://u:p%2Fw@127.0.0.1:${port}?ignoreTLS=true`,
      from: { address: 'wallet@acme.example', name: 'Acme' },
      domains: ['acme.example', 'shop.example'],
    })
    for (const address of ['hi@shop.example', 'hi@SHOP.example', 'ceo@bank.example', 'hi@sub.shop.example'])
      await careful.send({ ...usual, from: { address, name: 'Shop' } })
    careful.close()
    expect(taken.map(({ from }) => from)).toEqual([
      'hi@shop.example',
      'hi@shop.example',
      'wallet@acme.example',
      'wallet@acme.example',
    ])
    expect(taken[2]?.source).toContain('From: Shop <wallet@acme.example>')
  })

  const injected: [string, Partial<Mail>][] = [
    ['a second recipient', { to: 'alice@example.com, bob@example.com' }],
    ['a header in the recipient', { to: 'alice@example.com\r\nBcc: bob@example.com' }],
    ['a name with the recipient', { to: 'Alice <alice@example.com>' }],
    ['no recipient', { to: '' }],
    ['two at signs', { to: 'alice@bob@example.com' }],
    ['a header in the subject', { subject: 'Hi\r\nBcc: bob@example.com' }],
    ['a line break in the subject', { subject: 'Hi\nthere' }],
    ['a null byte in the subject', { subject: 'Hi\0there' }],
    ['a header in the name of the sender', { from: { address: 'a@b.example', name: 'A\r\nBcc: bob@example.com' } }],
    ['a header in the address of the sender', { from: { address: 'a@b.example>\r\nBcc: bob@example.com' } }],
    ['a header in the address of answers', { replyTo: 'a@b.example\nBcc: bob@example.com' }],
    ['an unterminated address', { to: `${'a'.repeat(250)}@b.example` }],
  ]
  it.each(injected)('is refused with %s', async (_, change) => {
    const sending = mailer.send({ ...usual, ...change })
    await expect(sending).rejects.toBeInstanceOf(MailRefused)
    await expect(sending).rejects.not.toThrow('example')
    expect(taken).toEqual([])
  })

  it('is refused permanently on a permanent failure, and otherwise can be retried', async () => {
    answer = 550
    await expect(mailer.send(usual)).rejects.toBeInstanceOf(MailRefused)
    answer = 451
    const later = mailer.send(usual)
    await expect(later).rejects.toThrow()
    await expect(later).rejects.not.toBeInstanceOf(MailRefused)
    const said = JSON.stringify(
      await later.catch((error) => ({ ...error, message: error.message, stack: error.stack })),
    )
    expect(said).toContain('451')
    expect(said, 'to whom').not.toContain(usual.to)
    answer = 250
    await mailer.send(usual)
    expect(taken).toHaveLength(1)
  })

  it('does not go unencrypted to another machine, unless the operator permits it', async () => {
    // A loopback address in a form that is not recognized as one.
    const to = (parameters: string) =>
      smtpMailer({ url: `smtp://[::ffff:127.0.0.1]:${port}${parameters}`, from: { address: 'a@b.example' } })
    const [secure, open] = [to(''), to('?requireTLS=false')]
    await expect(secure.send(usual)).rejects.toThrow()
    expect(taken).toEqual([])
    await open.send(usual)
    expect(taken).toHaveLength(1)
    secure.close()
    open.close()
  })

  it('fails with an ordinary error when no server answers', async () => {
    const unreachable = smtpMailer({ url: 'smtp://127.0.0.1:1', from: { address: 'a@b.example' } })
    const sending = unreachable.send(usual)
    await expect(sending).rejects.toThrow('ECONNREFUSED')
    await expect(sending).rejects.not.toBeInstanceOf(MailRefused)
    unreachable.close()
  })
})
