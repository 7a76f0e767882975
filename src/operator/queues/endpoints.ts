/** Operator commands for webhook endpoints that were disabled: list, and enable again. */
import { wireId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { updatePlatformConfig } from '../../domain/platform/update-platform-config.ts'
import { listeners } from '../../infra/state-machines/tables.ts'
import { idIn, type Operator } from '../operator.ts'

export interface DisabledEndpoint {
  /** Id of the endpoint's platform. */
  readonly id: string
  readonly platform: string
  readonly endpoint: string
  /** Number of objects whose events wait. */
  readonly waiting: number
  readonly since: string
}

/** The oldest first. */
export async function disabledEndpoints({ store }: Pick<Operator, 'store'>): Promise<DisabledEndpoint[]> {
  const rows = await store.query<Omit<DisabledEndpoint, 'since'> & { since: number }>(DISABLED)
  return rows.map((row) => ({ ...row, id: wireId('PlatformConfig', row.id), since: isoTime(row.since) }))
}
const DISABLED = `
  select l.platform_id as id, p.name as platform, l.endpoint, l.disabled_at as since,
    (select count(*)::int from deliveries d where d.platform_id = l.platform_id and d.first_failed_at is not null) as waiting
  from listeners l join platforms p on p.platform_id = l.platform_id
  where l.disabled_at is not null order by l.disabled_at`

/**
 * Enables it, as the platform would by setting it again: it gets all events that waited. @throws Refusal
 * PLATFORM_NOT_FOUND, INVALID_STATE_TRANSITION when it is not disabled
 */
export async function enableEndpoint({ engine }: Operator, platform: string): Promise<void> {
  await engine.run(idIn(platform, 'PlatformConfig'), (rows) => {
    const { endpoint, disabledAt } = rows.get(listeners, rows.platformId)
    if (endpoint === null || disabledAt === null) refuse('INVALID_STATE_TRANSITION', 'The endpoint is not disabled')
    updatePlatformConfig(rows, { webhookEndpoint: endpoint })
  })
}
