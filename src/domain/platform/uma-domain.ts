/** UMA domain ownership: each domain belongs to at most one platform of the installation. */
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../../infra/db/store.ts'
import { claims } from './name-claim.ts'

/** Tenant of rows that belong to no platform. */
const INSTALLATION = '00000000-0000-0000-0000-000000000000'

const domainClaim = (domain: string): string => `uma-domain/${domain}`

/**
 * Reserves a domain for a platform, before the command that sets it. Idempotent. The platform keeps the domain when it
 * sets another one: its customers had addresses there, and payments to them must not reach another platform's customers.
 * @throws Refusal CONFLICT when another platform owns it
 */
export async function takeUmaDomain(engine: Engine, platformId: string, domain: string): Promise<void> {
  if ((await readOrReserve(engine, platformId, domain)) !== platformId) refuseTaken()
}

/**
 * Reserves a domain for a platform that is about to be created. An interrupted creation has left the domain claimed by an id without a platform; the next attempt uses that id, so that only one of several concurrent attempts can succeed. @returns the id that the new platform must have: the given one, or the one left behind
 * @throws Refusal CONFLICT when another platform owns the domain
 */
export async function reserveUmaDomain(
  { engine, store }: { readonly engine: Engine; readonly store: Store },
  platformId: string,
  domain: string,
): Promise<string> {
  const owner = await readOrReserve(engine, platformId, domain)
  if (owner === platformId) return platformId
  const [existing] = await store.query('select id from platforms where platform_id = $1', [owner])
  return existing ? refuseTaken() : owner
}

/** Reserves the domain for the platform unless it has an owner. @returns the id of the owner */
const readOrReserve = (engine: Engine, platformId: string, domain: string): Promise<string> =>
  engine.run(INSTALLATION, (rows) => {
    const name = domainClaim(domain)
    return (rows.find(claims, name) ?? rows.add(claims, { name, holder: platformId })).holder
  })

const refuseTaken = (): never => refuseField('CONFLICT', 'umaDomain', 'belongs to another platform')

/** Releases a domain whose addresses, as the operator knows, are no longer in use. @throws Refusal NOT_FOUND when no platform owns it */
export async function releaseUmaDomain(engine: Engine, domain: string): Promise<void> {
  await engine.run(INSTALLATION, (rows) => {
    const held = rows.find(claims, domainClaim(domain))
    if (!held) refuse('NOT_FOUND', `No platform has the domain ${domain}`)
    rows.remove(claims, held)
  })
}
