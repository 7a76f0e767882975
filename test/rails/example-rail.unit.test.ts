/**
 * The example rail and the sandbox's rail against the contract of rails. The example's bank loses answers, and its
 * process dies between calls.
 */
import { expect, it } from 'vitest'
import type { Payout } from '../../src/providers/rails/port.ts'
import { sandboxRail } from '../../src/providers/rails/sandbox.ts'
import { describeRail, type RailWorld } from './contract.ts'
import { exampleRail } from './example-rail.ts'

const payout = (key: string): Payout => ({
  key,
  currency: 'EUR',
  amount: 5_000n,
  rail: 'SEPA',
  accountType: 'EUR_ACCOUNT',
  accountInfo: {},
  identifier: 'DE89370400440532013000',
  reference: `CW-${key}`,
  remittanceInformation: null,
  purposeOfPayment: null,
  purpose: 'QUOTE',
})

/** A bank with the API that the example expects, in memory. */
function bank(): RailWorld & { setStatus(key: string, status: string): void } {
  const payments = new Map<string, string>()
  const paid: string[] = []
  const entries: { id: string; amount: string; text: string; payer: string; bookedAt: string }[] = []
  let silence: 'BEFORE' | 'AFTER' | 'NOT' = 'NOT'
  let kill: { left: number; isAfter: boolean } | undefined
  let wasKilled = false
  const act = (method: string, { pathname, searchParams }: URL): object | undefined => {
    if (pathname === '/entries') {
      const at = Number(searchParams.get('after') || 0)
      return { entries: entries.slice(at, at + 2), cursor: String(Math.min(at + 2, entries.length)) }
    }
    const key = pathname.slice('/payments/'.length)
    if (method === 'PUT' && !payments.has(key)) {
      payments.set(key, 'WAITING')
      paid.push(key)
    }
    return payments.has(key) ? { status: payments.get(key) } : undefined
  }
  const call: typeof fetch = async (address, init) => {
    const isKilled = kill && --kill.left === 0 ? kill : undefined
    if (isKilled) wasKilled = true
    if (silence === 'BEFORE' || isKilled?.isAfter === false) throw new Error('The connection was lost')
    const answer = act(init?.method ?? 'GET', new URL(String(address)))
    if (silence === 'AFTER' || isKilled?.isAfter) throw new Error('The connection was lost')
    return answer ? Response.json(answer) : new Response(null, { status: 404 })
  }
  return {
    connect: () => exampleRail({ url: 'http://bank.example', iban: 'DE02120300000000202051' }, call),
    payout,
    paid: async () => paid,
    async proceed() {
      for (const [key, status] of payments) if (status === 'WAITING') payments.set(key, 'DONE')
    },
    killAt(left, isAfter) {
      kill = { left, isAfter }
      wasKilled = false
    },
    wasKilled() {
      kill = undefined
      return wasKilled
    },
    silence(how) {
      silence = how
    },
    async payIn(text, amount) {
      const id = `entry ${entries.length + 1}`
      entries.push({ id, amount: String(amount), text, payer: 'Acme Corp', bookedAt: '2026-11-23T12:00:00Z' })
    },
    setStatus: (key, status) => payments.set(key, status),
    close: async () => {},
  }
}

describeRail('example', bank)
describeRail('sandbox', () => ({ connect: () => sandboxRail, payout, close: async () => {} }))

it('the example rail reports an unknown status, and a payout that the bank does not know, as unknown', async () => {
  const world = bank()
  const rail = await world.connect()
  await expect(rail.ask(payout('never sent'))).rejects.toThrow('The bank answered 404')
  await rail.send(payout('p'))
  world.setStatus('p', 'UNDER_INVESTIGATION')
  await expect(rail.ask(payout('p'))).rejects.toThrow('reports a payment as UNDER_INVESTIGATION')
  world.setStatus('p', 'REJECTED')
  expect(await rail.ask(payout('p'))).toMatchObject({ state: 'FAILED', money: 'BACK' })
})

it('the example rail is DOWN while the bank does not answer, and UP again after the next arrivals were read', async () => {
  const world = bank()
  const rail = await world.connect()
  world.silence?.('BEFORE')
  await expect(rail.send(payout('p'))).rejects.toThrow()
  expect(rail.health().status).toBe('DOWN')
  world.silence?.('NOT')
  await rail.arrivals?.(undefined)
  expect(rail.health().status).toBe('UP')
})
