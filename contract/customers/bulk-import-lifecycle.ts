/** Bulk import states and transitions. */
import { lifecycle } from '../lifecycle.ts'

export const importLifecycle = lifecycle({
  resource: 'Job',
  initial: ['PENDING'],
  states: {
    PENDING: 'The file is stored and waits to be checked.',
    PROCESSING: 'The rows are being imported, some at a time.',
    COMPLETED: 'Every row was processed; those that were not imported are in `errors`.',
    FAILED: 'The file could not be read as a whole; no customer was created from it.',
  },
  moves: {
    begin: { from: ['PENDING'], to: 'PROCESSING', when: 'the file was checked and is valid', basis: 'decision' },
    complete: {
      from: ['PROCESSING'],
      to: 'COMPLETED',
      when: 'the last row is processed',
      event: 'COMPLETED',
      basis: 'decision',
    },
    fail: {
      from: ['PENDING'],
      to: 'FAILED',
      when: 'the file is not valid CSV, or a column is missing',
      event: 'FAILED',
      basis: 'decision',
    },
  },
})
