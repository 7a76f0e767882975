/** Owns the states of an import of customers. */
import { lifecycle } from '../../../core/lifecycle.ts'

export const importLifecycle = lifecycle({
  resource: 'Job',
  initial: ['PENDING'],
  states: {
    PENDING: 'The file is kept and waits to be looked through.',
    PROCESSING: 'The rows are counted and become customers, some at a time.',
    COMPLETED: 'Every row was processed; those that became nobody are in `errors`.',
    FAILED: 'The file could not be read as a whole; nobody was created from it.',
  },
  moves: {
    begin: { from: ['PENDING'], to: 'PROCESSING', when: 'the file was looked through and is sound', basis: 'decision' },
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
      when: 'the file is no CSV, or lacks a column',
      event: 'FAILED',
      basis: 'decision',
    },
  },
})
