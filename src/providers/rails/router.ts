/**
 * Rail router: chooses a rail for each payout and pull by what the rails carry and their health, and stores the choice.
 * Only that rail is asked about the payout afterwards, also while it is down: sent over a second rail, it could be paid
 * twice.
 */

import { NotYet } from '../../core/refusal.ts'
import type { PayoutRoutes } from './payout-routes.ts'
import type { Direction, Payout, PayoutReport, Rail, Rails } from './port.ts'
import { meets, railTable } from './rail-table.ts'

/** Stored instead of a rail's id when none carries the payout. */
const NONE = ''
const NOT_SENT: PayoutReport = { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' }

/**
 * @param rails in the order in which they are preferred
 * @param frozenRails ids of the rails that operators have stopped: they get no payout and no pull, and are still asked
 * @throws Error for two rails of one id, or one that carries pulls and has no `pull`
 */
export function railRouter(
  rails: readonly Rail[],
  routes: PayoutRoutes,
  frozenRails: () => Promise<ReadonlySet<string>> = async () => new Set(),
): Rails {
  const table = railTable(rails)
  for (const { id, carries, pull } of rails)
    if (!pull && carries.some(({ direction }) => direction === 'PULL'))
      throw new Error(`The rail ${id} carries pulls, but has no pull()`)
  const carriersOf = (need: Parameters<typeof meets>[1]) =>
    rails.filter(({ carries }) => carries.some((carriage) => meets(carriage, need)))

  /**
   * @returns undefined when no rail carries the payout; that is stored, too, and no process submits it later
   * @throws NotYet while every rail that carries it is down or frozen, and none was chosen before, or the chosen one is frozen
   */
  const railFor = async (payout: Payout, direction: Direction): Promise<Rail | undefined> => {
    const { key, currency, accountType, rail: scheme, amount } = payout
    const carriers = carriersOf({ direction, currency, accountType, scheme, amount })
    const frozen = await frozenRails()
    const up = carriers.find((rail) => rail.health().status !== 'DOWN' && !frozen.has(rail.id))
    // Most payouts are submitted once, so the choice is stored without a look whether there is one.
    const id = up || carriers.length === 0 ? await routes.choose(key, up?.id ?? NONE) : await routes.find(key)
    if (id === undefined) throw new NotYet(`No rail for ${currency} is up: ${carriers.map(({ id }) => id).join(', ')}`)
    if (id === NONE) return undefined
    if (frozen.has(id)) throw new NotYet(`The rail ${id} is frozen`)
    const rail = rails.find((candidate) => candidate.id === id)
    if (!rail) throw new Error(`The payout ${key} was routed to ${id}, which is not configured`)
    return rail
  }

  /** A payout that was submitted to a rail directly: a settlement between institutions. */
  const traceUnrouted = async (key: string) => {
    for (const { id, settlement, trace } of rails) {
      const facts = settlement ? ((await trace?.(key)) ?? []) : []
      if (facts.length > 0) return { rail: id, facts }
    }
    return undefined
  }

  return {
    ...table,
    connected: rails,
    async send(payout) {
      return (await railFor(payout, 'OUT'))?.send(payout) ?? NOT_SENT
    },
    async pull(payout) {
      return (await railFor(payout, 'PULL'))?.pull?.(payout) ?? NOT_SENT
    },
    async prepareInstructions(payee) {
      const able = rails.filter((rail) => rail.prepareInstructions && rail.health().status !== 'DOWN')
      return (await Promise.all(able.map((rail) => rail.prepareInstructions?.(payee) ?? []))).flat()
    },
    async ask(payout) {
      const id = await routes.find(payout.key)
      // Submitted by a version that had one rail and stored no routes.
      const rail = id === undefined && rails.length === 1 ? rails[0] : rails.find((candidate) => candidate.id === id)
      if (id === NONE) return NOT_SENT
      if (!rail) throw new Error(`The rail of the payout ${payout.key} is unknown; was it removed?`)
      return rail.ask(payout)
    },
    async trace(key) {
      const id = await routes.find(key)
      if (id === NONE) return undefined
      if (id === undefined) return await traceUnrouted(key)
      const rail = rails.find((candidate) => candidate.id === id)
      return { rail: id, facts: (await rail?.trace?.(key)) ?? [] }
    },
    async vet(account, direction) {
      const { currency, accountType } = account
      const [rail] = carriersOf({ direction, currency, accountType })
      return (await rail?.vet?.(account)) ?? {}
    },
    async checkBeneficiary(account) {
      const { currency, accountType } = account
      const [rail] = carriersOf({ direction: 'OUT', currency, accountType })
      return (await rail?.checkBeneficiary?.(account)) ?? { status: 'UNSUPPORTED' }
    },
  }
}
