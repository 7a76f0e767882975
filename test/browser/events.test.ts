/** Events in the dashboard: the list, one event with its attempts, and sending it again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReceiver, type Receiver } from '../harness/receiver.ts'
import { openStage, type Stage } from './stage.ts'

describe('events, in a browser', () => {
  let stage: Stage
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await openReceiver((_, response) => void response.writeHead(200).end('{"stored":true}'))
    stage = await openStage('events')
  })
  afterAll(async () => {
    await stage?.close()
    await receiver?.close()
  })

  it('are listed as they happen, and sent again to an endpoint that was set later', async () => {
    const { page } = stage
    await page.goto(`${stage.origin}/events`)
    await page.getByText('No webhook endpoint is set', { exact: false }).waitFor()
    const { id: accountId } = await stage.dollars()
    await stage.api('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 1234 } })
    await page.getByRole('link', { name: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' }).first().waitFor()
    await page.getByLabel('Type').selectOption('INCOMING_PAYMENT.COMPLETED')
    await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('INCOMING_PAYMENT.COMPLETED')
    await stage.picture('1-list')
    await stage.api('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    await page.getByRole('link', { name: 'INCOMING_PAYMENT.COMPLETED' }).first().click()
    await stage.part('Attempts').waitFor() // the list has the same words
    await page.getByText('Not sent', { exact: true }).waitFor()
    await stage.press('Resend')
    const attempt = stage.part('Attempts').getByText('· resent', { exact: false })
    await attempt.click()
    await stage.part('Attempts').getByText('{"stored":true}').waitFor()
    await stage.part('Attempts').getByText('x-service-signature', { exact: false }).waitFor()
    await stage.picture('2-event')
    const sent = receiver.received.find(({ event }) => event.type === 'INCOMING_PAYMENT.COMPLETED')
    await stage.part('Body').getByRole('link', { name: sent?.event.data.id, exact: true }).click()
    await page.getByText('Postings').first().waitFor()
  })

  it('go to the built-in receiver, which verifies them, and are replayed', async () => {
    const { page } = stage
    await page.goto(`${stage.origin}/webhooks`)
    await stage.press('Use the built-in receiver')
    await page.getByText('No server yet?').waitFor({ state: 'detached' })
    await stage.press('Send a test event')
    await page.getByText('The endpoint answered 200').waitFor()
    await stage.part('Built-in receiver').getByText('Both signatures valid').first().waitFor()
    await stage.press('Replay')
    await stage.part('Replay').getByText('Completed').waitFor()
    await stage.part('Built-in receiver').getByText('INCOMING_PAYMENT.COMPLETED').first().click()
    await stage.picture('3-webhooks')
  })

  it('cause no error, and request only their own server', () => {
    expect(stage.faults).toEqual([])
    expect(stage.strangers).toEqual([])
  })
})
