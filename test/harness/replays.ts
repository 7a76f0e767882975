/** Replays of events for tests, without an endpoint. */
import { newId } from '../../src/core/ids.ts'
import { eventReplays } from '../../src/domain/events/replays/replay.ts'
import type { TestApp } from './app.ts'

/** Adds a replay that never ends. @returns its id, bare */
export const runningReplay = ({ app }: TestApp, platformId: string): Promise<string> =>
  app.engine.run(platformId, (rows) => {
    const range = { firstId: newId(0), lastId: newId(0), isSingle: false, total: 1 }
    const fresh = { sent: 0, position: null, attempts: 0, failure: null, failedId: null }
    const times = { createdAt: rows.now, updatedAt: rows.now, endedAt: null }
    return rows.add(eventReplays, { id: rows.newId(), ...range, ...fresh, ...times }).id
  })
