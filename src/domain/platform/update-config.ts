/** Owns changes of a platform's configuration. */
import type { Contract } from '../../../contract/contract.ts'
import { isKnownCurrency } from '../../../contract/currencies.ts'
import type { BodyOf } from '../../../contract/operation.ts'
import { type FieldError, refuse, refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { closeCircuit } from '../../infra/jobs/circuit.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { listeners } from '../../infra/states/tables.ts'
import { type Platform, platforms } from './tables.ts'

type Changes = BodyOf<Contract['updatePlatformConfig']>

/** Absent fields stay as they are, also inside `embeddedWalletConfig`. What is new has been found good, and the domain taken, before. */
export function updateConfig(rows: Rows, changes: Changes): { platform: Platform; endpoint: string | null } {
  const platform = rows.get(platforms, rows.platformId)
  const listener = rows.get(listeners, rows.platformId)
  const changed = rows.change(platforms, platform, {
    umaDomain: changes.umaDomain ?? platform.umaDomain,
    supportedCurrencies: changes.supportedCurrencies ?? platform.supportedCurrencies,
    embeddedWalletConfig: changes.embeddedWalletConfig
      ? { ...platform.embeddedWalletConfig, ...changes.embeddedWalletConfig }
      : platform.embeddedWalletConfig,
    updatedAt: rows.now,
  })
  const endpoint = changes.webhookEndpoint ?? listener.endpoint
  // Given again after the endpoint said it was gone, the same address counts as a new one.
  const isNew =
    endpoint !== listener.endpoint || (changes.webhookEndpoint !== undefined && listener.disabledAt !== null)
  if (endpoint !== null && isNew) {
    rows.change(listeners, listener, { endpoint, disabledAt: null })
    closeCircuit(rows, 'webhooks')
    enqueue(rows, 'sendTestEvent', rows.now, rows.platformId)
  }
  if (changes.supportedCurrencies) enqueue(rows, 'openMissingAccounts', rows.now, rows.platformId)
  return { platform: changed, endpoint }
}

/** Mail goes out in the name of domains that the operator may send for, and of no others. @throws Refusal INVALID_INPUT */
export function refuseForeignSender(address: string | undefined, domains: readonly string[] | undefined): void {
  if (address === undefined || domains === undefined) return
  if (domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())) return
  const field = 'embeddedWalletConfig.sendFromEmailAddress'
  refuseField('INVALID_INPUT', field, `must be at a domain that mail can be sent for here: ${domains.join(', ')}`)
}

/** @throws Refusal INVALID_CURRENCY, INVALID_AMOUNT */
export function refuseBadCurrencies(
  settings: readonly { currencyCode: string; minAmount: number; maxAmount: number }[],
): void {
  const unknown: FieldError[] = []
  const seen = new Set<string>()
  settings.forEach(({ currencyCode }, i) => {
    const field = `supportedCurrencies.${i}.currencyCode`
    if (!isKnownCurrency(currencyCode))
      unknown.push({ field, message: `${currencyCode} is not a currency of this service` })
    else if (seen.has(currencyCode)) unknown.push({ field, message: `${currencyCode} is listed twice` })
    seen.add(currencyCode)
  })
  if (unknown.length > 0) refuse('INVALID_CURRENCY', 'A currency cannot be supported', { errors: unknown })
  const reversed = settings.flatMap(({ minAmount, maxAmount }, i) =>
    minAmount > maxAmount
      ? [{ field: `supportedCurrencies.${i}.maxAmount`, message: 'must not be below minAmount' }]
      : [],
  )
  if (reversed.length > 0) refuse('INVALID_AMOUNT', 'A range of amounts is empty', { errors: reversed })
}
