/** Auditors: SQL queries for the invariants of a database; each must return no row. */
import { agentAuditors } from '../../src/domain/agents/auditors.ts'
import { cardAuditors } from '../../src/domain/cards/auditors.ts'
import { consentAuditors } from '../../src/domain/cards/consent/auditors.ts'
import { ledgerAuditors } from '../../src/domain/ledger/auditors.ts'

export const auditors = [...ledgerAuditors, ...cardAuditors, ...consentAuditors, ...agentAuditors]
