/** Configuration update use case: absent fields stay as they are. */
import type { Contract } from '../../../contract/contract.ts'
import { isKnownCurrency } from '../../../contract/currencies.ts'
import type { BodyOf } from '../../../contract/operation.ts'
import { type FieldError, refuse, refuseField } from '../../core/refusal.ts'
import { command } from '../../engine/command.ts'
import { closeCircuit } from '../../infra/jobs/circuit.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { listeners } from '../../infra/state-machines/tables.ts'
import { type Platform, platforms } from './platform.ts'

type Changes = BodyOf<Contract['updatePlatformConfig']>

/**
 * Applies changes, also inside `embeddedWalletConfig` field by field. Before it, the handler checks them
 * (`refuseInvalidCurrencies`, `refuseUnauthorizedSender`) and reserves the UMA domain.
 * @throws Refusal PLATFORM_NOT_FOUND
 */
export const updatePlatformConfig = command({
  reads: ({ platformId }, _changes: Changes) => [
    [platforms, platformId],
    [listeners, platformId],
  ],
  run(rows, changes): { platform: Platform; endpoint: string | null } {
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
    // Setting the same URL again enables an endpoint that was disabled.
    const isNew =
      endpoint !== listener.endpoint || (changes.webhookEndpoint !== undefined && listener.disabledAt !== null)
    if (endpoint !== null && isNew) {
      rows.change(listeners, listener, { endpoint, disabledAt: null })
      closeCircuit(rows, 'webhooks')
      enqueue(rows, 'sendTestEvent', rows.now, rows.platformId)
    }
    if (changes.supportedCurrencies) enqueue(rows, 'openMissingAccounts', rows.now, rows.platformId)
    return { platform: changed, endpoint }
  },
})

/** @param domains that the operator may send mail for; undefined: any. @throws Refusal INVALID_INPUT for a sender at another domain */
export function refuseUnauthorizedSender(address: string | undefined, domains: readonly string[] | undefined): void {
  if (address === undefined || domains === undefined) return
  if (domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())) return
  const field = 'embeddedWalletConfig.sendFromEmailAddress'
  refuseField('INVALID_INPUT', field, `must be at a domain that mail can be sent for here: ${domains.join(', ')}`)
}

/** Unknown and repeated currencies, then empty ranges of amounts. @throws Refusal INVALID_CURRENCY, INVALID_AMOUNT */
export function refuseInvalidCurrencies(
  settings: readonly { currencyCode: string; minAmount: number; maxAmount: number }[],
): void {
  const invalid: FieldError[] = []
  const seen = new Set<string>()
  settings.forEach(({ currencyCode }, i) => {
    const field = `supportedCurrencies.${i}.currencyCode`
    if (!isKnownCurrency(currencyCode))
      invalid.push({ field, message: `${currencyCode} is not a currency of this service` })
    else if (seen.has(currencyCode)) invalid.push({ field, message: `${currencyCode} is listed twice` })
    seen.add(currencyCode)
  })
  if (invalid.length > 0) refuse('INVALID_CURRENCY', 'A currency cannot be supported', { errors: invalid })
  const empty = settings.flatMap(({ minAmount, maxAmount }, i) =>
    minAmount > maxAmount
      ? [{ field: `supportedCurrencies.${i}.maxAmount`, message: 'must not be below minAmount' }]
      : [],
  )
  if (empty.length > 0) refuse('INVALID_AMOUNT', 'A range of amounts is empty', { errors: empty })
}
