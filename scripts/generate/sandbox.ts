/** Sandbox tables: outcomes by suffix, and exchange rates. */
import { instructionTypes } from '../../contract/accounts/instruction-types.ts'
import { CURRENCIES } from '../../contract/currencies.ts'
import {
  BENEFICIARY_OUTCOMES,
  FAILING_SENDERS,
  IDENTITY_OUTCOMES,
  ISSUE_OUTCOMES,
  PAYOUT_OUTCOMES,
  PURCHASE_OUTCOMES,
  TRANSFER_OUTCOMES,
  UMA_OUTCOMES,
} from '../../contract/sandbox/outcomes.ts'
import { FUNDING_OUTCOMES } from '../../src/providers/card-issuer/sandbox.ts'
import { NETWORK_FEES } from '../../src/providers/networks/sandbox.ts'
import { code, table } from './markdown.ts'

const rates = (): string =>
  table(
    ['Currency', 'Name', 'Digits after the point', 'Rate', 'Usual rail'],
    Object.entries(CURRENCIES).map(([currency, { name, decimals, perUsd, usdPerUnit, rail }]) => [
      code(currency),
      name,
      decimals,
      usdPerUnit ? `1 ${currency} = ${usdPerUnit} USD` : `1 USD = ${perUsd} ${currency}`,
      rail,
    ]),
  )

/** Table of currencies whose payment instructions are not of the account type named after them. */
const instructions = (): string =>
  table(
    ['Currency', 'Kinds of instructions'],
    Object.keys(CURRENCIES)
      .map((currency) => [currency, instructionTypes(currency)] as const)
      .filter(([currency, kinds]) => kinds.join() !== `${currency}_ACCOUNT`)
      .map(([currency, kinds]) => [code(currency), kinds.map(code).join(', ')]),
  )

const scenarios = (outcomes: Readonly<Record<string, { readonly scenario: string }>>, head = 'Ends in'): string =>
  table(
    [head, 'What happens'],
    Object.entries(outcomes).map(([suffix, { scenario }]) => [code(suffix), scenario]),
  )

export const sandboxSections = () => ({
  payouts: scenarios(PAYOUT_OUTCOMES),
  transfers: scenarios(TRANSFER_OUTCOMES),
  uma: scenarios(UMA_OUTCOMES, 'Name'),
  senders: scenarios(FAILING_SENDERS, 'Name'),
  beneficiaries: table(
    ['Ends in', 'The bank says', 'What it means'],
    Object.entries(BENEFICIARY_OUTCOMES).map(([suffix, { status, scenario }]) => [
      code(suffix),
      code(status),
      scenario,
    ]),
  ),
  identity: scenarios(IDENTITY_OUTCOMES),
  cards: scenarios(ISSUE_OUTCOMES),
  funding: scenarios(FUNDING_OUTCOMES),
  purchases: scenarios(PURCHASE_OUTCOMES),
  instructions: instructions(),
  rates: rates(),
  networks: table(
    ['Network', 'Its fee', 'In the smallest unit of', 'Price of the whole'],
    Object.entries(NETWORK_FEES).map(([network, { asset, amount, decimals, usd }]) => [
      code(network),
      String(amount),
      `${asset}, with ${decimals} digits`,
      `${usd} USD`,
    ]),
  ),
})
