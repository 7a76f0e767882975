/** Near misses: which unknown names are taken for misspelt ones. */
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
  ])('%s is taken for %s', (name, meant) => expect(nearMiss(name, known)).toBe(meant))

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

  it('is taken for the nearest of several', () => {
    expect(nearMiss('createdBefor', ['createdAfter', 'updatedBefore', 'createdBefore'])).toBe('createdBefore')
  })
})
