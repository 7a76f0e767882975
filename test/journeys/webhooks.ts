/** Webhook checks of the journeys: the events of an object that the platform received, and their signatures. */
import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import type { Received, Receiver } from '../harness/receiver.ts'

/** The events of an object in order of arrival: name without the object's prefix, number, and status. */
export const eventsReceived = ({ received }: Receiver, objectId: string): [string, number, string][] =>
  received
    .filter(({ event }) => event.data?.id === objectId)
    .map(({ event }) => [event.type.split('.')[1], event.sequence, event.data.status])

/** The object as the last event shows it. */
export const lastReceived = ({ received }: Receiver, objectId: string): unknown =>
  received.findLast(({ event }) => event.data?.id === objectId)?.event.data

/** Every event has both valid signatures, which do not match after a change. */
export async function expectSigned({ raw, origin, platform }: TestApp, { received }: Receiver): Promise<void> {
  const { body } = await raw('GET', `${origin}/.well-known/jwks.json`, { as: null })
  const keys = body.keys.map((jwk: object) => createPublicKey({ key: jwk as never, format: 'jwk' }))
  const isSigned = ({ headers, bytes }: Received) => {
    const { v, s } = JSON.parse(headers['x-service-signature'] as string)
    return v === '1' && keys.some((key: never) => verify('sha256', bytes, key, Buffer.from(s, 'base64')))
  }
  const checks = new Webhook(platform.webhookSecret)
  expect(received.length).toBeGreaterThan(0)
  for (const one of received) {
    expect(isSigned(one)).toBe(true)
    expect(isSigned({ ...one, bytes: Buffer.concat([one.bytes, Buffer.from(' ')]) })).toBe(false)
    expect(checks.verify(one.bytes, one.headers as Record<string, string>)).toEqual(one.event)
  }
}
