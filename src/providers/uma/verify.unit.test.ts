import { ErrorCode, InvalidInputError, type NonceValidator, PubKeyResponse } from '@uma-sdk/core'
import { describe, expect, it } from 'vitest'
import { wallClock } from '../../core/clock.ts'
import { MESSAGE_AGE_MS, verifyingWith } from './verify.ts'

describe('the verification of a message', () => {
  const spent: string[] = []
  const keys = (signing: string) => new PubKeyResponse(undefined, undefined, signing, signing)
  let newer: PubKeyResponse | undefined
  const spend = async (institution: string, nonce: string) => {
    const known = spent.includes(`${institution}/${nonce}`)
    if (!known) spent.push(`${institution}/${nonce}`)
    return !known
  }
  const verify = verifyingWith(spend, { keysOf: async () => keys('02aa'), newerKeysOf: async () => newer })
  /** As the SDK does: the nonce first, then the signature. */
  const signed = (nonce: string, ageMs: number, good: boolean) => async (_: unknown, nonces: NonceValidator) => {
    if (!(await nonces.checkAndSaveNonce(nonce, (wallClock() - ageMs) / 1000)))
      throw new InvalidInputError('no', ErrorCode.INVALID_NONCE)
    return good
  }
  const outcome = (nonce: string, { ageMs = 0, good = true, by = 'bank.example' } = {}) =>
    verify(by, signed(nonce, ageMs, good)).then(
      () => 'good',
      (error) => error.code,
    )

  it('accepts a message once', async () => {
    expect(await outcome('1')).toBe('good')
    expect(await outcome('1')).toBe('INVALID_NONCE')
    expect(await outcome('1', { by: 'other.example' })).toBe('good')
  })

  it('spends no nonce of a message with an invalid signature', async () => {
    expect(await outcome('2', { good: false })).toBe('INVALID_SIGNATURE')
    expect(await outcome('2')).toBe('good')
  })

  it('accepts no message that is too old or from the future', async () => {
    expect(await outcome('3', { ageMs: MESSAGE_AGE_MS + 1000 })).toBe('INVALID_TIMESTAMP')
    expect(await outcome('3', { ageMs: -MESSAGE_AGE_MS - 1000 })).toBe('INVALID_TIMESTAMP')
    expect(await outcome('3', { ageMs: Number.NaN })).toBe('INVALID_TIMESTAMP')
    expect(await outcome('3', { ageMs: MESSAGE_AGE_MS - 1000 })).toBe('good')
  })

  it('accepts a message that matches the current keys but not the cached ones', async () => {
    const fits = (key: string) => async (theirs: PubKeyResponse, nonces: NonceValidator) =>
      (await nonces.checkAndSaveNonce('5', wallClock() / 1000)) &&
      Buffer.from(theirs.getSigningPubKey()).toString('hex') === key
    await expect(verify('bank.example', fits('02bb'))).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    newer = keys('02bb')
    await verify('bank.example', fits('02bb'))
    await expect(verify('bank.example', fits('02bb'))).rejects.toMatchObject({ code: 'INVALID_NONCE' })
    newer = undefined
  })

  it('accepts no nonce of arbitrary length', async () => {
    expect(await outcome('')).toBe('INVALID_NONCE')
    expect(await outcome('4'.repeat(201))).toBe('INVALID_NONCE')
  })

  it('treats an exception of the curve library as a bad signature', async () => {
    const broken = verify('bank.example', async () => {
      throw new Error('couldn’t parse DER signature')
    })
    await expect(broken).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
  })
})
