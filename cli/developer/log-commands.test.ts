/** Commands that show, forward and trigger events, against a whole service. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../client/webhooks.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { CAUSEWAY, causeway as typeIn } from '../../test/harness/command-line.ts'
import { openReceiver, type Receiver } from '../../test/harness/receiver.ts'

describe('commands of events and requests', () => {
  let app: TestApp
  let env: Record<string, string>
  let receiver: Receiver
  beforeAll(async () => {
    app = await testApp()
    receiver = await openReceiver()
    const { clientId, clientSecret } = app.platform
    env = { CAUSEWAY_URL: app.origin, CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret }
  })
  afterAll(async () => {
    await receiver.close()
    await app.close()
  })
  const causeway = (typed: string) => typeIn(typed.split(' '), env)

  it('trigger runs a scenario or causes an event, including the time that it takes', async () => {
    const returned = await causeway('trigger payout-005')
    expect(returned).toMatchObject({ code: 0, err: '' })
    expect(returned.json()).toMatchObject({
      status: 'FAILED',
      events: expect.arrayContaining(['OUTGOING_PAYMENT.COMPLETED', 'OUTGOING_PAYMENT.REFUND_COMPLETED']),
    })
    expect((await causeway('trigger verification-002')).json()).toMatchObject({
      kybStatus: 'REJECTED',
      events: ['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_REJECTED'],
    })
    expect((await causeway('trigger account-check-105')).json()).toEqual({ refusedWith: 'INVALID_BANK_ACCOUNT' })
    const [event, card, unknown] = [
      await causeway('trigger INCOMING_PAYMENT.COMPLETED'),
      await causeway('trigger card_transaction.refunded'),
      await causeway('trigger payout-999'),
    ]
    expect(event.json().events).toContain('INCOMING_PAYMENT.COMPLETED')
    const { cardTransactionId } = card.json()
    expect(await app.ok('getCardTransactionById', { params: { id: cardTransactionId } })).toMatchObject({
      status: 'REFUNDED',
    })
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('payout-005') })
    expect((await causeway('trigger')).json().length).toBeGreaterThan(30)
  })

  it('listen prints events as they happen, and forwards each with valid signatures, which shows as its delivery', async () => {
    const typed = [...CAUSEWAY, 'listen', '--forward-to', receiver.url, '--type', 'INTERNAL_ACCOUNT.BALANCE_UPDATED']
    const listening = spawn(process.execPath, [...typed, '--count', '2'], { env: { ...process.env, ...env } })
    const ended = once(listening, 'close')
    const printed: string[] = []
    createInterface({ input: listening.stdout }).on('line', (line) => printed.push(line))
    await once(listening.stderr, 'data')
    await causeway('trigger INTERNAL_ACCOUNT.BALANCE_UPDATED')
    await causeway('trigger INTERNAL_ACCOUNT.BALANCE_UPDATED')
    expect(await ended).toEqual([0, null])
    const events = printed.map((line) => JSON.parse(line))
    expect(events).toMatchObject([1, 2].map(() => ({ forwarded: { httpStatus: 200 } })))
    expect(receiver.received.map(({ event }) => event.id)).toEqual(events.map(({ id }) => id))
    const [{ bytes, headers }] = receiver.received as [Receiver['received'][number]]
    const verified = await verifyWebhook(app.platform.webhookSecret, headers, bytes)
    expect(verified).toMatchObject({ id: events[0].id })
    const shown = await causeway(`events get ${events[0].id}`)
    expect(shown.json()).toMatchObject({ deliveryStatus: 'DELIVERED', attempts: [{ httpStatus: 200 }] })
  })

  it('events and requests are listed, and a request is found by the id of its response', async () => {
    const events = await causeway('events list --type INTERNAL_ACCOUNT.BALANCE_UPDATED --limit 1')
    expect(events.json()).toMatchObject([{ type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' }])
    const refused = await causeway(`events resend ${events.json()[0].id}`)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('WEBHOOK_ENDPOINT_NOT_SET') })
    const requestId = /Request: (\S+)/.exec(refused.err)?.[1] as string
    const request = await causeway(`requests get ${requestId}`)
    expect(request.json()).toMatchObject({ operation: 'resendEvent', errorCode: 'WEBHOOK_ENDPOINT_NOT_SET' })
    const listed = await causeway('requests list --outcome refused --operation resendEvent')
    expect(listed.json()).toMatchObject([{ requestId }])
    expect(await causeway('requests get unknown')).toMatchObject({ code: 1 })
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    expect((await causeway('events replay --since 15m')).json()).toMatchObject({ state: 'RUNNING' })
  })

  it('demo makes a payment and explains each call', async () => {
    const { code, err, json } = await causeway('demo')
    expect([code, err]).toEqual([0, ''])
    const steps = json()
    expect(steps.at(-1).outcome).toMatch(/^COMPLETED; Northwind has \d+\.\d\d USD\./)
    expect(steps.map(({ call }: { call: string }) => call.split(' ')[0])).toEqual([
      'GET',
      'POST',
      'POST',
      'POST',
      'GET',
      'GET',
    ])
  })

  it('completion proposes the commands and options that follow', async () => {
    const { out } = await causeway('completion bash')
    const complete = async (typed: readonly string[]) => {
      const words = typed.map((word) => `'${word}'`).join(' ')
      const script = `${out}\nCOMP_WORDS=(causeway ${words}); COMP_CWORD=${typed.length}; _causeway; echo "\${COMPREPLY[@]}"`
      return (await promisify(execFile)('bash', ['-c', script])).stdout.trim().split(' ')
    }
    expect(await complete(['ev'])).toEqual(['events'])
    expect(await complete(['events', 're'])).toEqual(['resend', 'replay'])
    expect(await complete(['--json', 'listen', '--f'])).toEqual(['--forward-to'])
    expect(await complete(['completion', 'f'])).toEqual(['fish'])
    expect((await causeway('completion zsh')).out).toContain('compdef _causeway causeway')
    expect((await causeway('completion fish')).out).toContain("__fish_seen_subcommand_from events' -a 'list get resend")
  })
})
