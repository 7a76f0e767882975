/** Auditors: SQL queries for the invariants of a database; each must return no row. */
import { agentAuditors } from '../../src/domain/agents/auditors.ts'
import { delegatedKeyAuditors } from '../../src/domain/cards/delegated-keys/auditors.ts'
import { purchaseAuditors } from '../../src/domain/cards/purchases/auditors.ts'
import { ledgerAuditors } from '../../src/domain/ledger/auditors.ts'

export const auditors = [...ledgerAuditors, ...purchaseAuditors, ...delegatedKeyAuditors, ...agentAuditors]
