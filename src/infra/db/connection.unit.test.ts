/** Owns the proof that an answer of the database is told from the want of one. */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { ConnectionLost } from '../../engine/database.ts'
import { classify } from './connection.ts'

const answer = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code })
const fault = (code?: string) => Object.assign(new Error('no'), { code })

describe('what a statement failed with', () => {
  for (const code of ['23505', '40001', '40P01', '55P03', '57014', '42P01', '28P01', '3D000', '53100']) {
    it(`is the database’s answer when its code is ${code}`, () => {
      const error = answer(code)
      expect(classify(error)).toBe(error)
    })
  }

  const lost = ['08000', '08006', '57P01', '57P02', '57P03', '25P03', '53300'].map(answer)
  for (const error of [...lost, ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', undefined].map(fault)]) {
    it(`leaves open what happened when its code is ${error.code}`, () => {
      expect(classify(error)).toMatchObject({ name: 'ConnectionLost', message: 'no', cause: error })
      expect(classify(error)).toBeInstanceOf(ConnectionLost)
    })
  }

  it('leaves open what happened when all the rest depended on that statement', () => {
    expect(classify(answer('57014'), true)).toBeInstanceOf(ConnectionLost)
  })
})
