/**
 * Load of the torture test: callers that make every kind of payment one after another, record acknowledged replies in
 * the model, and check each reply against it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { payByCard, spendAsAgent } from './instruments.ts'
import { quoteTerms } from './terms.ts'
import type { Account, Caller, World } from './world.ts'

export interface Load {
  /** Resolves when this many more requests were answered. */
  more(count: number): Promise<void>
  /** Lets every caller finish its current operation. */
  stop(): Promise<void>
}

/** A request unanswered for this time is stuck. */
const STUCK_MS = 300_000

/** @param pace operations a second of all callers together, when the service can */
export function startLoad(world: World, pace: number): Load {
  const { client, callers, chance } = world
  let stopped = false
  const gapMs = (1_000 * callers.length) / pace
  const live = async (caller: Caller) => {
    await pause(chance.below(gapMs))
    let next = performance.now()
    while (!stopped) {
      await act(world, caller)
      next = Math.max(next + gapMs, performance.now() - 1_000)
      await pause(Math.max(0, next - performance.now()))
    }
  }
  const running = Promise.all(callers.map(live))
  running.catch((error) => client.wrong.push(`The load failed: ${error.stack}`))
  return {
    async more(count) {
      const until = client.answers + count
      while (client.answers < until) {
        if (client.idleMs > STUCK_MS) throw new Error(`No answer for ${STUCK_MS / 1_000} s`)
        await pause(5)
      }
    },
    async stop() {
      stopped = true
      await running.catch(() => {})
    },
  }
}

async function act(world: World, caller: Caller): Promise<void> {
  const { chance, hub, banks } = world
  const luck = chance.below(100)
  const mine = () => chance.of(caller.own)
  if (luck < 12) await fund(world, mine(), 1 + chance.below(20_000))
  else if (luck < 32) await payBetween(world, mine(), chance.of(hub))
  else if (luck < 42) await payBetween(world, chance.of(hub), mine())
  else if (luck < 54) await payBetween(world, ...pickTwo(hub, chance.below(2)))
  else if (luck < 60) await payOutside(world, dollarsOf(hub), chance.of([banks.pesos, banks.dollars]), 'COMPLETED')
  else if (luck < 63) await payOutside(world, dollarsOf(hub), chance.of([banks.refusing, banks.returning]), 'FAILED')
  else if (luck < 68) await transferOut(world, dollarsOf(hub), chance.below(3) > 0)
  else if (luck < 71) await transferIn(world, dollarsOf(hub))
  else if (luck < 83) await payByCard(world, caller)
  else if (luck < 90) await spendAsAgent(world, caller.agent)
  else if (luck < 95) await spendAsAgent(world, world.sharedAgent)
  else await lookAt(world, caller)
}

const pickTwo = ([first, second]: readonly Account[], turn: number): [Account, Account] =>
  (turn ? [first, second] : [second, first]) as [Account, Account]
const dollarsOf = (accounts: readonly Account[]) => accounts.find(({ currency }) => currency === 'USD') as Account

async function fund({ client, books }: World, account: Account, amount: number): Promise<void> {
  const { reply } = await client.send('sandboxFundInternalAccount', {
    params: { accountId: account.id },
    body: { amount },
  })
  if (!reply) return
  books.arrivals++
  books.change(account.id, { available: amount })
  const has = reply.body.balance?.amount
  if (has !== books.availableOf(account.id))
    client.wrong.push(`${account.id} holds ${books.availableOf(account.id)}, and its funding says ${has}`)
}

/** A quote with either side locked, and its execution if there is one. */
async function quote(
  { client, books, chance }: World,
  from: Account,
  to: Account,
  locked: number,
  mayStayOpen: boolean,
) {
  const side = chance.below(3) === 0 ? 'RECEIVING' : 'SENDING'
  const terms = quoteTerms(from.currency, to.currency, side, locked)
  const { reply } = await client.send('createQuote', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: from.id },
      destination: { destinationType: 'ACCOUNT', accountId: to.id },
      lockedCurrencySide: side,
      lockedCurrencyAmount: locked,
    },
    mayStayOpen,
  })
  if (!reply) return void books.openQuotes++
  const { id, status, totalSendingAmount, feesIncluded, totalReceivingAmount, transactionId } = reply.body
  const said = [reply.status, status, totalSendingAmount, feesIncluded, totalReceivingAmount]
  const right = [201, 'PENDING', terms.sent, terms.fee, terms.received]
  if (said.join() !== right.join())
    client.wrong.push(`A quote over ${locked} ${side} says ${said}, and ${right} is right: ${reply.text}`)
  books.unpaid.add(transactionId)
  return chance.below(12) === 0 ? undefined : { id: id as string, transactionId: transactionId as string, terms }
}

/** @param book called when it was executed */
async function execute(
  { client, books, chance, hub }: World,
  { id, transactionId, terms }: NonNullable<Awaited<ReturnType<typeof quote>>>,
  from: Account,
  mayStayOpen: boolean,
  book: () => void,
): Promise<void> {
  const covers = hub.includes(from) || books.availableOf(from.id) >= terms.sent
  const { reply } = await client.send('executeQuote', {
    params: { quoteId: id },
    mayStayOpen,
    ...(mayStayOpen && chance.below(4) === 0 && { key: null }),
  })
  if (!reply) return void books.openExecutions.push({ quoteId: id, transactionId, book })
  const code = reply.status < 300 ? 'EXECUTED' : reply.body.code
  if (code === 'QUOTE_ALREADY_EXECUTED') return book() // Without a key; the client checks whether that is valid.
  const expected = covers ? 'EXECUTED' : 'INSUFFICIENT_BALANCE'
  if (code !== expected) client.wrong.push(`The execution of ${id} must be ${expected}, and is ${reply.text}`)
  if (code === 'EXECUTED') book()
}

async function payBetween(world: World, from: Account, to: Account): Promise<void> {
  const { books, chance, hub } = world
  // The balance of a caller's own account must be known at all times.
  const mayStayOpen = hub.includes(from) && hub.includes(to)
  const made = await quote(world, from, to, 300 + chance.below(9_000), mayStayOpen)
  if (!made) return
  await execute(world, made, from, mayStayOpen, () => {
    books.change(from.id, { available: -made.terms.sent })
    books.change(to.id, { available: made.terms.received })
    books.expectPayment(made.transactionId, 'COMPLETED')
    if (hub.includes(from) !== hub.includes(to)) books.arrivals++
  })
}

/** A payment that fails is refunded in full. */
async function payOutside(world: World, from: Account, bank: string, end: 'COMPLETED' | 'FAILED'): Promise<void> {
  const { books, chance, banks } = world
  const currency = bank === banks.pesos ? 'MXN' : 'USD'
  const made = await quote(world, from, { id: bank, currency }, 300 + chance.below(9_000), true)
  if (!made) return
  await execute(world, made, from, true, () => {
    if (end === 'COMPLETED') books.change(from.id, { available: -made.terms.sent })
    books.expectPayment(made.transactionId, end)
  })
}

async function transferOut({ client, books, banks, chance }: World, from: Account, works: boolean): Promise<void> {
  const amount = 1 + chance.below(5_000)
  const bank = works ? banks.dollars : banks.returning
  const { reply } = await client.send('createTransferOut', {
    body: { source: { accountId: from.id }, destination: { accountId: bank }, amount },
  })
  if (!reply) return
  if (reply.body.sentAmount?.amount !== amount) client.wrong.push(`A transfer of ${amount} is ${reply.text}`)
  if (works) books.change(from.id, { available: -amount })
  books.expectPayment(reply.body.id, works ? 'COMPLETED' : 'FAILED')
}

async function transferIn({ client, books, banks, chance }: World, to: Account): Promise<void> {
  const amount = 1 + chance.below(5_000)
  const { reply } = await client.send('createTransferIn', {
    body: { source: { accountId: banks.dollars }, destination: { accountId: to.id }, amount },
  })
  if (!reply) return
  if (reply.body.receivedAmount?.amount !== amount) client.wrong.push(`A transfer of ${amount} is ${reply.text}`)
  books.change(to.id, { available: amount })
  books.expectPayment(reply.body.id, 'COMPLETED')
}

/** A caller immediately reads its own writes, from any process. */
async function lookAt({ client, books }: World, { own }: Caller): Promise<void> {
  const ids = own.map(({ id }) => id)
  const { body } = await client.get('listCustomerInternalAccounts', { query: { limit: 100 } })
  for (const { id, balance } of body.data)
    if (ids.includes(id) && balance.amount !== books.availableOf(id))
      client.wrong.push(`${id} holds ${books.availableOf(id)}, and ${balance.amount} is read`)
}
