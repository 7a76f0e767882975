/** Channel: a lane, and what the engine keeps for it between batches. */
import type { Lane } from '../database.ts'
import { Bytes } from './binary.ts'

export class Channel {
  readonly lane: Lane
  readonly bytes = new Bytes()
  /** The latest batch that was committed here. While the database has it, it has everything that was read before. */
  lastBatchId: string | undefined

  constructor(lane: Lane) {
    this.lane = lane
  }
}
