import { describe, expect, it } from 'vitest'
import { requireNativeCurve } from './native-curve.ts'

describe('the curve library of UMA', () => {
  it('is the native one here', () => expect(() => requireNativeCurve()).not.toThrow())

  it('is not silently replaced where the native one is missing', () => {
    const missing = () => {
      throw new Error('No native build was found')
    }
    expect(() => requireNativeCurve(missing)).toThrow('npm rebuild secp256k1')
  })
})
