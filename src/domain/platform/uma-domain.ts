/** Owns which platform a domain of UMA addresses belongs to: at most one in the whole installation. */
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Store } from '../../infra/db/store.ts'
import { claims } from './tables.ts'

/** The tenant of what belongs to no platform. */
const INSTALLATION = '00000000-0000-0000-0000-000000000000'

const domainClaim = (domain: string): string => `uma-domain/${domain}`

/**
 * Takes a domain for a platform, before the command that sets it. It stays the platform's when it sets another one:
 * its customers have addresses there, and nobody else may ever be paid in their place. Taken twice it is taken once.
 * @throws Refusal CONFLICT when another platform has it
 */
export async function takeUmaDomain(engine: Engine, platformId: string, domain: string): Promise<void> {
  if ((await holderOf(engine, platformId, domain)) !== platformId) refuseTaken()
}

/**
 * Takes a domain for a platform that is yet to be made. A making that broke off has left the domain to an id without a
 * platform; the next one takes that id over, so that of two at a time only one can succeed.
 * @returns the id that the platform must have: the given one, or that. @throws Refusal CONFLICT when another platform has it
 */
export async function reserveUmaDomain(
  { engine, store }: { readonly engine: Engine; readonly store: Store },
  platformId: string,
  domain: string,
): Promise<string> {
  const holder = await holderOf(engine, platformId, domain)
  if (holder === platformId) return platformId
  const [made] = await store.query('select id from platforms where platform_id = $1', [holder])
  return made ? refuseTaken() : holder
}

const holderOf = (engine: Engine, platformId: string, domain: string): Promise<string> =>
  engine.run(INSTALLATION, (rows) => {
    const name = domainClaim(domain)
    return (rows.find(claims, name) ?? rows.add(claims, { name, holder: platformId })).holder
  })

const refuseTaken = (): never => refuseField('CONFLICT', 'umaDomain', 'belongs to another platform')

/** Gives up a domain of which the operator knows that nobody uses its addresses. @throws Refusal NOT_FOUND when no platform has it */
export async function releaseUmaDomain(engine: Engine, domain: string): Promise<void> {
  await engine.run(INSTALLATION, (rows) => {
    const held = rows.find(claims, domainClaim(domain))
    if (!held) refuse('NOT_FOUND', `No platform has the domain ${domain}`)
    rows.remove(claims, held)
  })
}
