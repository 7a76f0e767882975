import { describe, expect, it } from 'vitest'
import { boundNonce, isBound } from './settlement-layer.ts'

describe('a bound nonce', () => {
  it('commits to its contents only', () => {
    const nonce = boundNonce('$alice@bank.example', 2000, 'EUR')
    expect(isBound(nonce, '$alice@bank.example', 2000, 'EUR')).toBe(true)
    expect(isBound(nonce, '$alice@bank.example', 2001, 'EUR')).toBe(false)
    expect(isBound(nonce, '$alice@bank.example', 2000)).toBe(false)
    expect(isBound(nonce, '$alice@bank.example2000', 'EUR')).toBe(false)
    expect(isBound('', '$alice@bank.example', 2000, 'EUR')).toBe(false)
  })

  it('is new each time', () => expect(boundNonce('the same')).not.toBe(boundNonce('the same')))
})
