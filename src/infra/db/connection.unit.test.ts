/** Connection error tests: an error returned by the database is distinguished from a lost connection. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { ConnectionLost } from '../../engine/database.ts'
import { classify } from './connection.ts'

const answer = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code })
const fault = (code?: string) => Object.assign(new Error('no'), { code })

describe('the error of a statement', () => {
  for (const code of ['23505', '40001', '40P01', '55P03', '57014', '42P01', '28P01', '3D000', '53100']) {
    it(`is returned as the database's error for code ${code}`, () => {
      const error = answer(code)
      expect(classify(error)).toBe(error)
    })
  }

  const lost = ['08000', '08006', '57P01', '57P02', '57P03', '25P03', '53300'].map(answer)
  for (const error of [...lost, ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', undefined].map(fault)]) {
    it(`is a lost connection for code ${error.code}`, () => {
      expect(classify(error)).toMatchObject({ name: 'ConnectionLost', message: 'no', cause: error })
      expect(classify(error)).toBeInstanceOf(ConnectionLost)
    })
  }

  it('is a lost connection when all other statements depended on it', () => {
    expect(classify(answer('57014'), true)).toBeInstanceOf(ConnectionLost)
  })
})
