/** Wait for the end of deferred work: payouts and webhooks that the load has caused. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const ASK_AGAIN_MS = 50
const DUE = 'select exists (select from jobs where dead_at is null and due_at <= now()) as "isDue"'

/** Returns when no job is due any more. @param url of the database */
export async function waitUntilDrained(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    while ((await client.query<{ isDue: boolean }>(DUE)).rows[0]?.isDue) await pause(ASK_AGAIN_MS)
  } finally {
    await client.end()
  }
}
