/**
 * Agent simulation: the real commands over rows in memory; a seeded random walk through everything that agents, their
 * platform and rails can do, with a comparison against the model after each step.
 */
import { bareId } from '../../src/core/ids.ts'
import { Refusal } from '../../src/core/refusal.ts'
import { type AgentAction, agentActions } from '../../src/domain/agents/actions/action.ts'
import { type ActionRequest, REQUIRED_PERMISSION } from '../../src/domain/agents/actions/action-request.ts'
import { approveAgentAction, failAgentAction } from '../../src/domain/agents/actions/approve-agent-action.ts'
import type { ActionDecision } from '../../src/domain/agents/actions/decision.ts'
import { rejectAgentAction } from '../../src/domain/agents/actions/reject-agent-action.ts'
import { submitAction } from '../../src/domain/agents/actions/submit-action.ts'
import { deleteAgent } from '../../src/domain/agents/delete-agent.ts'
import { redeemAgentDeviceCode } from '../../src/domain/agents/device-codes/redeem-agent-device-code.ts'
import { regenerateAgentDeviceCode } from '../../src/domain/agents/device-codes/regenerate-agent-device-code.ts'
import { agentCreateQuote } from '../../src/domain/agents/me/payments/agent-create-quote.ts'
import { updateAgentPolicy } from '../../src/domain/agents/policies/update-agent-policy.ts'
import { updateAgent } from '../../src/domain/agents/update-agent.ts'
import { type Quote, quotes } from '../../src/domain/payments/quotes/quote.ts'
import { advancePayout } from '../../src/domain/payments/transactions/advance-payout.ts'
import { isUndone } from '../../src/domain/payments/transactions/transaction.ts'
import { advancePull } from '../../src/domain/payments/transactions/transfers/create-transfer-in.ts'
import { sandboxFundInternalAccount } from '../../src/domain/sandbox/sandbox-fund-internal-account.ts'
import type { Command } from '../../src/engine/rows.ts'
import type { PayoutReport } from '../../src/providers/rails/port.ts'
import { railTable } from '../../src/providers/rails/rail-table.ts'
import { sandboxRail } from '../../src/providers/rails/sandbox.ts'
import { dayOf, findDenial, mayQuote, periodStarts, rulingOn, type Wanted } from './agent-book.ts'
import { anyChange } from './agent-terms.ts'
import { AgentWorld, type By, type Known, PLATFORM_TOKEN, RATES } from './agent-world.ts'
import { must } from './books.ts'
import { type Chance, chanceFrom } from './chance.ts'

const AGENTS = 3
const CHECK_EVERY = 1_000
const COMPARE_EVERY = 16
/** Actions and transfers that are retried, also after they ended. */
const LIVE_MAX = 40
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const LARGEST = 12_000
const EVERYTHING = railTable([sandboxRail])
const FAILURE = 'QUOTE_EXECUTION_FAILED'
const REFUSED_BEFOREHAND = { refused: FAILURE } as const
const DELIVERED: PayoutReport = { state: 'DELIVERED' }
const RETURNED: PayoutReport = { state: 'RETURNED', reason: FAILURE }
/** Errors by which an approval may fail independently of the policy. */
const NOT_THE_POLICY: readonly (string | null)[] = ['INSUFFICIENT_BALANCE', 'QUOTE_EXPIRED', FAILURE]

interface Followed {
  readonly id: string
  readonly agent: Known
  readonly wanted: Wanted
  status: AgentAction['status']
}

/** @returns the number of each outcome and refusal. @throws Error with seed and step when service and model differ */
export function simulateAgents(seed: number, steps: number): ReadonlyMap<string, number> {
  const walk = new AgentWalk(seed)
  for (let count = 1; count <= steps; count++)
    try {
      walk.step(count)
      if (count % CHECK_EVERY === 0 || count === steps) walk.check()
    } catch (error) {
      throw new Error(`Seed ${seed}, step ${count}: ${(error as Error).message}`, { cause: error })
    }
  return walk.outcomes
}

class AgentWalk {
  readonly outcomes = new Map<string, number>()
  readonly #chance: Chance
  readonly #world: AgentWorld
  readonly #agents: Known[]
  readonly #actions: Followed[] = []
  readonly #transfers: string[] = []
  constructor(seed: number) {
    this.#chance = chanceFrom(seed)
    this.#world = new AgentWorld(seed)
    this.#agents = Array.from({ length: AGENTS }, () => this.#world.newAgent())
  }

  step(count: number): void {
    const { next, of, below } = this.#chance
    this.#world.engine.now += next() < 0.015 ? below(3 * DAY_MS) : below(4 * MINUTE_MS)
    const agent = of(this.#agents)
    const kind = next()
    if (kind < 0.06) this.#fund()
    else if (kind < 0.55) this.#act(agent, count)
    else if (kind < 0.75) this.#decide()
    else if (kind < 0.86) this.#report()
    else if (kind < 0.93) this.#change(agent)
    else if (kind < 0.945 || (kind < 0.985 && agent.allowance.isPaused)) this.#pause(agent)
    else if (kind < 0.997) this.#reconnect(agent)
    else this.#replace(agent)
    for (const one of this.#agents) this.#world.checkUsage(one)
  }

  /** Compares all state of service and model. */
  check(): void {
    this.#world.checkMoney()
    const actions = new Map(this.#world.engine.rows(agentActions).map(({ id, status }) => [id, status]))
    for (const { id, status } of this.#actions)
      must(actions.get(id) === status, `action ${id} is ${actions.get(id)} where the book has ${status}`)
    for (const agent of this.#agents) this.#world.checkLog(agent)
  }

  /** A transfer out or in, or a quote between the two accounts; now and then by a token that is not the agent's. */
  #act(agent: Known, count: number): void {
    const { of, next } = this.#chance
    const { dollars, euros, bank, engine } = this.#world
    const borders = next() < 0.2 ? periodStarts(agent.allowance, engine.now) : []
    const amount = borders.length > 0 ? of(borders) + BigInt(of([0, 1])) : BigInt(1 + Math.floor(LARGEST ** next()))
    const by = { id: agent.id, tokenHash: next() < 0.02 ? 'another' : agent.tokenHash }
    const type = of(['TRANSFER_OUT', 'TRANSFER_IN', 'EXECUTE_QUOTE'] as const)
    const permission = REQUIRED_PERMISSION[type]
    if (type === 'EXECUTE_QUOTE') {
      const accounts = of([
        [dollars, euros],
        [euros, dollars],
      ] as const)
      const quote = this.#quote(agent, by, accounts, amount)
      if (!quote) return
      const total = quote.totalSendingAmount
      // Rounded up, as every amount that is not in the currency of the limits.
      const cost = accounts[0] === dollars ? total : (total * 5n + 3n) / 4n
      this.#submit(agent, by, { type, quoteId: quote.id }, { permission, accounts, cost }, count)
      return
    }
    const [sourceId, destinationId] = type === 'TRANSFER_OUT' ? [dollars, bank] : [bank, dollars]
    const wanted = {
      permission,
      accounts: [dollars],
      ...(type === 'TRANSFER_OUT' && { payee: bank }),
      cost: amount,
    }
    this.#submit(agent, by, { type, sourceId, destinationId, amount }, wanted, count)
  }

  #quote(agent: Known, by: By, [from, to]: readonly [string, string], amount: bigint): Quote | undefined {
    const terms = { rates: RATES, feeRate: '0.005', rails: EVERYTHING }
    const request = {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: Number(amount),
    } as Parameters<typeof agentCreateQuote>[1]['request']
    const command: Command<Quote> = (rows) => agentCreateQuote(rows, { by, terms, request })
    const outcome = this.#world.asked(agent, by, 'agentCreateQuote', command)
    const isAllowed = by.tokenHash === agent.tokenHash && mayQuote(agent.allowance, [from, to])
    if (!(outcome instanceof Refusal)) {
      must(isAllowed, 'a quote was made against the policy')
      return outcome
    }
    // An amount so small that nothing arrives is not subject to the policy.
    must(!isAllowed || outcome.details?.rule === undefined, `a quote was refused by ${outcome.details?.rule}`)
    return undefined
  }

  #submit(agent: Known, by: By, request: ActionRequest, wanted: Wanted, count: number): void {
    const { type } = request
    const { now } = this.#world.engine
    const verdict = this.#chance.next() < 0.1 && type !== 'EXECUTE_QUOTE' ? REFUSED_BEFOREHAND : {}
    const submission = { by, request, operation: type, rates: () => RATES, verdict }
    const command: Command<AgentAction> = (rows) => submitAction(rows, submission).action
    if (count % COMPARE_EVERY === 0) this.#world.compareTwoRuns(command)
    const isOurs = by.tokenHash === agent.tokenHash
    const denied = findDenial(agent.allowance, wanted, now)
    const ruling = rulingOn(agent.allowance, wanted, now) ?? null
    const outcome = this.#world.asked(agent, by, type, command)
    if (outcome instanceof Refusal) {
      const said = outcome.details?.rule ?? outcome.code
      const right = isOurs ? (denied ?? (ruling === null ? 'INSUFFICIENT_BALANCE' : 'nothing')) : 'UNAUTHORIZED'
      must(said === right, `${type} was refused by ${said} where the book has ${right}`)
      this.#note(`${type}: ${said}`)
      return
    }
    must(isOurs && denied === undefined, `${type} was done against ${denied}`)
    const status = ruling === null ? (verdict === REFUSED_BEFOREHAND ? 'FAILED' : 'APPROVED') : 'PENDING_APPROVAL'
    must(
      outcome.status === status && outcome.approvalRule === ruling,
      `an action is ${outcome.status} for ${outcome.approvalRule}, not ${status} for ${ruling}`,
    )
    this.#count(agent, outcome, wanted)
    this.#keep(this.#actions, { id: outcome.id, agent, wanted, status })
    this.#note(`${type} → ${status}`)
  }

  /** Decides mostly on pending actions, also on decided ones and on those of deleted agents. */
  #decide(): void {
    const { of, next } = this.#chance
    const waiting = this.#actions.filter(({ status }) => status === 'PENDING_APPROVAL')
    const among = next() < 0.7 ? waiting : this.#actions
    if (among.length === 0) return
    const followed = of(among)
    const { agent, id, status } = followed
    const decision: ActionDecision = { agentId: agent.id, actionId: id, actor: PLATFORM_TOKEN }
    const isApproval = next() < 0.75
    const name = isApproval ? 'approve' : 'reject'
    const outcome = isApproval
      ? this.#approve(decision, next() < 0.1 ? REFUSED_BEFOREHAND : {})
      : this.#world.tried((rows) => rejectAgentAction(rows, { ...decision, reason: 'No' }).action)
    const isGone = !this.#agents.includes(agent)
    const isClash = isApproval ? status === 'REJECTED' : status === 'APPROVED' || status === 'FAILED'
    const right = isGone ? 'AGENT_NOT_FOUND' : isClash ? 'INVALID_STATE_TRANSITION' : undefined
    if (outcome instanceof Refusal || right) {
      const said = outcome instanceof Refusal ? outcome.code : outcome.status
      must(said === right, `to ${name} what is ${status} came to ${said}, not to ${right}`)
      this.#note(`${name}: ${said}`)
    } else if (status !== 'PENDING_APPROVAL') {
      must(outcome.status === status, `an action that was ${status} became ${outcome.status}`)
      this.#note(`${name} again`)
    } else this.#decided(followed, outcome, name)
  }

  /** Approves as the API does: the reason of a failed execution is recorded. */
  #approve(decision: ActionDecision, verdict: object): AgentAction | Refusal {
    const inputs = { rates: () => RATES, verdict }
    const outcome = this.#world.tried((rows) => approveAgentAction(rows, { ...decision, ...inputs }).action)
    if (!(outcome instanceof Refusal)) return outcome
    return this.#world.tried((rows) => failAgentAction(rows, { ...decision, refusal: outcome })?.action) ?? outcome
  }

  #decided(followed: Followed, action: AgentAction, name: 'approve' | 'reject'): void {
    const { agent, wanted } = followed
    const { status, failureReason } = action
    const denied = findDenial(agent.allowance, wanted, this.#world.engine.now)
    if (name === 'reject') must(status === 'REJECTED', `a rejected action is ${status}`)
    else if (denied) must(failureReason === denied, `approving failed by ${failureReason}, not by ${denied}`)
    else must(status === 'APPROVED' || NOT_THE_POLICY.includes(failureReason), `approving failed by ${failureReason}`)
    agent.entries += 1
    followed.status = status
    this.#count(agent, action, wanted)
    this.#note(`${name} → ${failureReason ?? status}`)
  }

  #count(agent: Known, { status, transactionId }: AgentAction, { cost }: Wanted): void {
    if (transactionId === null) return
    const payment = this.#world.payment(transactionId)
    must(payment.agentId === agent.id, `payment ${payment.id} does not say whose it is`)
    if (status === 'APPROVED') agent.allowance.payments.set(payment.id, { cost, day: dayOf(this.#world.engine.now) })
    if (payment.quoteId === null) this.#keep(this.#transfers, payment.id)
    else this.#world.books.noteExecution(this.#world.run((rows) => rows.get(quotes, payment.quoteId as string)))
  }

  /** Report of a rail about a transfer: it fails, arrives, or is returned. */
  #report(): void {
    const { of } = this.#chance
    if (this.#transfers.length === 0) return
    const id = of(this.#transfers)
    const { status: before, type } = this.#world.payment(id)
    const failed: PayoutReport = { state: 'FAILED', reason: FAILURE, money: of(['BACK', 'STUCK']) }
    const report = before === 'PENDING' ? of([failed, DELIVERED]) : RETURNED
    this.#world.run((rows) => {
      if (type === 'INCOMING') advancePull(rows, { transactionId: id, report })
      else advancePayout(rows, { transactionId: id, report })
    })
    const after = this.#world.payment(id)
    if (isUndone(after)) for (const { allowance } of this.#agents) allowance.payments.delete(id)
    this.#note(`${type} ${before} → ${after.status}`)
  }

  #change(agent: Known): void {
    const { dollars, euros, bank } = this.#world
    const { patch, terms } = anyChange(this.#chance, [dollars, euros], bank)
    this.#world.run((rows) =>
      updateAgentPolicy(rows, { agentId: agent.id, patch, rates: () => RATES, actor: PLATFORM_TOKEN }),
    )
    agent.allowance.terms = { ...agent.allowance.terms, ...terms }
    agent.entries += 1
    this.#note('change the policy')
  }

  #pause(agent: Known): void {
    const isPaused = !agent.allowance.isPaused
    agent.allowance.isPaused = isPaused
    this.#world.run((rows) => updateAgent(rows, { agentId: agent.id, isPaused, actor: PLATFORM_TOKEN }))
    agent.entries += 1
    this.#note(isPaused ? 'pause' : 'resume')
  }

  /** Another program redeems a code of the agent; the earlier token becomes invalid. */
  #reconnect(agent: Known): void {
    const [code, token] = [this.#world.newSecret(), this.#world.newSecret()]
    this.#world.run((rows) =>
      regenerateAgentDeviceCode(rows, { agentId: agent.id, codeHash: code, actor: PLATFORM_TOKEN }),
    )
    this.#world.run((rows) => redeemAgentDeviceCode(rows, { codeHash: code, tokenHash: token }))
    agent.tokenHash = token
    agent.entries += 2
    this.#note('reconnect')
  }

  #replace(agent: Known): void {
    this.#world.run((rows) => deleteAgent(rows, { agentId: agent.id, actor: PLATFORM_TOKEN }))
    agent.entries += 1
    this.#world.checkLog(agent)
    this.#agents.splice(this.#agents.indexOf(agent), 1, this.#world.newAgent())
    this.#note('delete')
  }

  #fund(): void {
    const account = bareId(this.#chance.of([this.#world.dollars, this.#world.euros]))
    this.#world.run(
      (rows) =>
        void sandboxFundInternalAccount(rows, { accountId: account, amount: BigInt(1 + this.#chance.below(2_000)) }),
    )
  }

  #keep<Item>(list: Item[], item: Item): void {
    list.push(item)
    if (list.length > LIVE_MAX) list.splice(this.#chance.below(LIVE_MAX), 1)
  }

  #note(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }
}
