/** All sandbox scenarios, in the order in which the gallery shows them. */
import { CARD_SCENARIOS } from './cards.ts'
import { CHECK_SCENARIOS } from './checks.ts'
import { PAYMENT_SCENARIOS } from './payments.ts'
import type { Scenario } from './scenario.ts'

export const SCENARIOS: readonly Scenario[] = [...PAYMENT_SCENARIOS, ...CHECK_SCENARIOS, ...CARD_SCENARIOS]
