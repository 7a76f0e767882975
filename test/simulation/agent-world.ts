/** Participants of the agent simulation, the model of each, and the comparison of service and model. */
import { createHash } from 'node:crypto'
import { schema } from '../../src/composition/schema.ts'
import { seededIds, wireId } from '../../src/core/ids.ts'
import { Refusal } from '../../src/core/refusal.ts'
import { accounts } from '../../src/domain/accounts/internal-account.ts'
import { type AuditEntry, auditEntries } from '../../src/domain/agents/audit-log/audit-log.ts'
import { createAgent } from '../../src/domain/agents/create-agent.ts'
import { redeemAgentDeviceCode } from '../../src/domain/agents/device-codes/redeem-agent-device-code.ts'
import { auditRefusal } from '../../src/domain/agents/me/agent-caller.ts'
import { createCustomer } from '../../src/domain/customers/create-customer.ts'
import { balances } from '../../src/domain/ledger/balance.ts'
import { type AgentUsage, agentUsage, usageAt } from '../../src/domain/payments/allowances/usage.ts'
import { registerExternalAccount } from '../../src/domain/payments/external-accounts/register-external-account.ts'
import { type Transaction, transactions } from '../../src/domain/payments/transactions/transaction.ts'
import { createPlatform } from '../../src/domain/platform/create-platform.ts'
import { defaultSettings } from '../../src/domain/platform/limits.ts'
import type { Command } from '../../src/engine/rows.ts'
import type { Caller } from '../../src/infra/operations/handlers.ts'
import { sandboxIdentity } from '../../src/providers/identity/sandbox.ts'
import { MemoryEngine } from '../harness/memory-engine.ts'
import { fixedRates } from '../harness/rates.ts'
import { type Allowance, usedAt } from './agent-book.ts'
import { FIRST_POLICY, FIRST_TERMS } from './agent-terms.ts'
import { Books, must } from './books.ts'
import { compareTwoRuns } from './purity.ts'

const PLATFORM = '00000000-0000-7000-8000-00000000000a'
const START = 1_800_000_000_000
const PERSON = {
  customerType: 'INDIVIDUAL',
  fullName: 'Nora North',
  birthDate: '1990-01-15',
  nationality: 'US',
} as const
const BANK = {
  accountType: 'USD_ACCOUNT',
  routingNumber: '021000021',
  accountNumber: '4000123719',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora North' },
} as const
const ONE = { numerator: 1n, denominator: 1n }
const EURO_IN_DOLLARS = { numerator: 5n, denominator: 4n }
const DOLLAR_IN_EUROS = { numerator: 4n, denominator: 5n }
/** A euro is 1.25 dollars. */
export const RATES = fixedRates(
  (from, to) => (from === to ? ONE : from === 'EUR' ? EURO_IN_DOLLARS : DOLLAR_IN_EUROS),
  0,
)
export const PLATFORM_TOKEN = 'Token:simulated'

/** An agent, its token, and its model. */
export interface Known {
  readonly id: string
  tokenHash: string
  readonly allowance: Allowance
  /** Expected number of entries in its audit log. */
  entries: number
}

/** The caller, sometimes with an invalid token. */
export type By = Pick<Known, 'id' | 'tokenHash'>

export class AgentWorld {
  readonly engine: MemoryEngine
  readonly books: Books
  /** Wire ids. */
  readonly dollars: `InternalAccount:${string}`
  readonly euros: `InternalAccount:${string}`
  readonly bank: `ExternalAccount:${string}`
  readonly #customerId: string
  readonly #chains = new Map<string, { sequence: number; hash: string }>()
  readonly #withIds: (ids?: (now: number) => string) => void
  #secrets = 0

  constructor(seed: number) {
    const usual = seededIds(seed)
    let ids = usual
    this.#withIds = (given = usual) => {
      ids = given
    }
    this.engine = new MemoryEngine(schema, START, { ids: (now) => ids(now) })
    this.books = new Books(this.engine)
    const supportedCurrencies = (['USD', 'EUR'] as const).map(defaultSettings)
    const acme = { name: 'Acme', umaDomain: 'acme.example', isRegulatedFinancialInstitution: false }
    this.run((rows) => createPlatform(rows, { ...acme, supportedCurrencies, webhookSecret: 'sealed' }))
    this.#customerId = this.run((rows) => createCustomer(rows, { request: PERSON, identity: sandboxIdentity })).id
    const customerId = wireId('Customer', this.#customerId)
    const account = (code: string) =>
      this.engine.rows(accounts).find((one) => one.customerId === this.#customerId && one.currency === code)?.id
    this.dollars = wireId('InternalAccount', account('USD') as string)
    this.euros = wireId('InternalAccount', account('EUR') as string)
    const request = { customerId, currency: 'USD', accountInfo: BANK } as const
    const { id } = this.run((rows) => registerExternalAccount(rows, request, { status: 'MATCHED' }))
    this.bank = wireId('ExternalAccount', id)
  }

  newAgent(): Known {
    const [code, tokenHash] = [this.newSecret(), this.newSecret()]
    const customerId = wireId('Customer', this.#customerId)
    const request = { name: 'Ada', customerId, policy: FIRST_POLICY, codeHash: code, actor: PLATFORM_TOKEN }
    const { agent } = this.run((rows) => createAgent(rows, request))
    this.run((rows) => redeemAgentDeviceCode(rows, { codeHash: code, tokenHash }))
    const allowance = { terms: FIRST_TERMS, isPaused: false, payments: new Map() }
    return { id: agent.id, tokenHash, entries: 2, allowance }
  }

  newSecret(): string {
    return `secret ${++this.#secrets}`
  }

  payment(id: string): Transaction {
    return this.engine.slot(transactions, PLATFORM, id)?.value
  }

  run<Reply>(command: Command<Reply>): Reply {
    return this.engine.run(PLATFORM, command)
  }

  tried<Reply>(command: Command<Reply>): Reply | Refusal {
    try {
      return this.run(command)
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  /** A request of an agent, with the audit entry of a refusal. */
  asked<Reply>(agent: Known, by: By, operation: string, command: Command<Reply>): Reply | Refusal {
    const outcome = this.tried(command)
    if (outcome instanceof Refusal) {
      const caller = { platformId: PLATFORM, tokenId: by.id, permissions: [], agent: by } as unknown as Caller
      this.run(auditRefusal(operation)({ caller }, outcome))
      if (outcome.status === 401 || outcome.status >= 500) return outcome
    }
    agent.entries += 1
    return outcome
  }

  /** Whether a command has the same result twice; both runs are undone. */
  compareTwoRuns(command: Command<unknown>): void {
    compareTwoRuns(this.engine, this.#withIds, PLATFORM, command)
  }

  /** Compares the counters with the model. */
  checkUsage({ id, allowance }: Known): void {
    const { now } = this.engine
    const row = this.engine.slot(agentUsage, PLATFORM, id)?.value as AgentUsage
    const { dailyCount, dailySpend, monthlySpend } = usageAt(row, now)
    const { count, day, month } = usedAt(allowance, now)
    const [said, right] = [
      [dailyCount, dailySpend, monthlySpend],
      [count, day, month],
    ]
    must(String(said) === String(right), `agent ${id} has used ${said} where the book has ${right}`)
  }

  /** Balances match the postings, and none is below zero. */
  checkMoney(): void {
    this.books.check(createHash('sha256'))
    for (const { posted, held } of this.engine.rows(balances)) must(posted - held >= 0n, 'an account is below zero')
  }

  /** Every decision has exactly one entry, and each carries the hash of the previous one. */
  checkLog(agent: Known): void {
    const log = this.engine.appended(auditEntries)
    for (const { row } of log) this.#chain(row)
    log.length = 0
    const { sequence = 0 } = this.#chains.get(agent.id) ?? {}
    must(sequence === agent.entries, `agent ${agent.id} has ${sequence} entries where the book has ${agent.entries}`)
  }

  #chain({ agentId, sequence, content, previousHash, hash }: AuditEntry): void {
    const before = this.#chains.get(agentId) ?? { sequence: 0, hash: '0'.repeat(64) }
    const right = createHash('sha256')
      .update(previousHash + content)
      .digest('hex')
    const holds = sequence === before.sequence + 1 && previousHash === before.hash && hash === right
    must(holds, `entry ${sequence} of ${agentId} does not follow ${before.sequence}`)
    this.#chains.set(agentId, { sequence, hash })
  }
}
