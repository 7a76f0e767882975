/** Near miss tests: which unknown names are treated as misspelt. */
import { describe, expect, it } from 'vitest'
import { nearMiss } from './near-miss.ts'

const known = ['webhookEndpoint', 'accountId', 'platformCustomerId', 'amount', 'name', 'line1', 'line2', 'id', 'otp']

describe('a name', () => {
  it.each([
    ['webhookEndpont', 'webhookEndpoint'],
    ['webhookendpoint', 'webhookEndpoint'],
    ['webhook_endpoint', 'webhookEndpoint'],
    ['Webhook-Endpoint', 'webhookEndpoint'],
    ['acountId', 'accountId'],
    ['accountIds', 'accountId'],
    ['platformCustomerI', 'platformCustomerId'],
    ['amuont', 'amount'],
    ['amnt', undefined],
    ['nmae', 'name'],
    ['names', 'name'],
    ['ID', 'id'],
    ['opt', 'otp'],
  ])('%s is treated as %s', (name, meant) => expect(nearMiss(name, known)).toBe(meant))

  it.each([
    'ids',
    'it',
    'to',
    'line3',
    'nickname',
    'surname',
    'metadata',
    'customer',
    '',
    '__proto__',
    'x'.repeat(1000),
  ])('"%s" is merely unknown', (name) => expect(nearMiss(name, known)).toBeUndefined())

  it('is treated as the nearest of several', () => {
    expect(nearMiss('createdBefor', ['createdAfter', 'updatedBefore', 'createdBefore'])).toBe('createdBefore')
  })
})
