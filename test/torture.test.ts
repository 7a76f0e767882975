/** Owns the short torture: five kills of the process and five of the database, and nothing that was acknowledged is lost. */
import { expect, it } from 'vitest'
import { kind } from './database.ts'
import { type Kill, torture } from './torture/torture.ts'

const KILLS: Kill[] = [
  'process',
  'database',
  'process',
  'database',
  'process',
  'database',
  'process',
  'database',
  'process',
  'database',
]

it.runIf(kind === 'postgres')(
  'loses nothing that it acknowledged, and does nothing by halves, through ten kills under load',
  { timeout: 240_000 },
  async () => {
    const { violations, ...figures } = await torture(KILLS, 16, (line) => console.log(line))
    console.log(figures)
    expect(violations).toEqual([])
    expect(figures.payments).toBeGreaterThan(100)
  },
)
