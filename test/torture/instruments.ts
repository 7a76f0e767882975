/** Load by cards and agents: purchases with clearings and returns, and payments within limits of the model. */
import type { Agent, Caller, Purchase, World } from './world.ts'

const MERCHANT = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' }

/** A random purchase, clearing or return. */
export async function payByCard(world: World, caller: Caller): Promise<void> {
  const { chance } = world
  const purchase = caller.purchases.length > 0 ? chance.of(caller.purchases) : undefined
  const luck = chance.below(10)
  if (!purchase || luck < 4) await authorize(world, caller)
  else if (purchase.cleared === 0 && luck < 8) await clear(world, caller, purchase)
  else if (purchase.cleared > purchase.returned) await giveBack(world, caller, purchase)
  else if (luck < 9) await fill(world, caller)
}

async function authorize({ client, books, chance }: World, { card, purchases }: Caller): Promise<void> {
  const authorized = 1 + chance.below(6_000)
  const covers = books.availableOf(card.source.id) >= authorized
  const { reply } = await client.send('sandboxSimulateCardAuthorization', {
    params: { id: card.id },
    body: { amount: authorized, currency: { code: 'USD' }, merchant: MERCHANT },
  })
  if (!reply) return
  const { id, status } = reply.body
  const expected = covers ? 'AUTHORIZED' : 'EXCEPTION'
  if (status !== expected) client.wrong.push(`A purchase of ${authorized} must be ${expected}, and is ${reply.text}`)
  books.expectPurchase(id, status)
  if (status !== 'AUTHORIZED') return
  books.change(card.source.id, { available: -authorized, held: authorized })
  purchases.push({ id, authorized, cleared: 0, returned: 0 })
}

async function clear({ client, books, chance }: World, { card }: Caller, purchase: Purchase): Promise<void> {
  const amount = chance.below(2) === 0 ? purchase.authorized : 1 + chance.below(purchase.authorized)
  const { reply } = await client.send('sandboxSimulateCardClearing', {
    params: { id: card.id },
    body: { cardTransactionId: purchase.id, amount },
  })
  if (!reply) return
  purchase.cleared += amount
  books.change(card.source.id, { held: -amount })
  const { settlementSummary, status } = reply.body
  books.expectPurchase(purchase.id, status)
  const said = [status, settlementSummary?.count, settlementSummary?.totalAmount].join()
  const right = [amount === purchase.authorized ? 'SETTLED' : 'PARTIALLY_SETTLED', 1, amount].join()
  if (said !== right) client.wrong.push(`A clearing must make ${right}, and makes ${reply.text}`)
}

async function giveBack({ client, books, chance }: World, { card }: Caller, purchase: Purchase): Promise<void> {
  const amount = 1 + chance.below(purchase.cleared - purchase.returned)
  const { reply } = await client.send('sandboxSimulateCardReturn', {
    params: { id: card.id },
    body: { cardTransactionId: purchase.id, amount },
  })
  if (!reply) return
  purchase.returned += amount
  books.change(card.source.id, { available: amount })
  const { refundSummary, status } = reply.body
  // A full return ends the purchase, and releases the remaining hold.
  if (status === 'REFUNDED' && purchase.cleared < purchase.authorized) {
    const left = purchase.authorized - purchase.cleared
    books.change(card.source.id, { available: left, held: -left })
  }
  books.expectPurchase(purchase.id, status)
  if (refundSummary?.totalAmount !== purchase.returned)
    client.wrong.push(`${purchase.returned} were given back of ${purchase.id}, and it says ${reply.text}`)
}

async function fill({ client, books, chance }: World, { card }: Caller): Promise<void> {
  const amount = 1 + chance.below(10_000)
  const { reply } = await client.send('sandboxFundInternalAccount', {
    params: { accountId: card.source.id },
    body: { amount },
  })
  if (!reply) return
  books.arrivals++
  books.change(card.source.id, { available: amount })
}

/** A transfer that may be above one of the agent's limits, and is refused exactly then. */
export async function spendAsAgent(world: World, agent: Agent): Promise<void> {
  const { client, books, chance, banks } = world
  const { source, perTransactionLimit, dailyLimit } = agent
  const isShared = agent === world.sharedAgent
  const amount = 1 + chance.below(perTransactionLimit + 500)
  const isWithin = amount <= perTransactionLimit && agent.spent + amount <= dailyLimit
  const { reply } = await client.send('agentCreateTransferOut', {
    body: { source: { accountId: source.id }, destination: { accountId: banks.dollars }, amount },
    authorization: agent.authorization,
  })
  if (!reply) return
  const isDone = reply.status < 300
  // Other callers use the shared agent at the same time; its total is checked at the end.
  const isAsExpected = isShared ? amount <= perTransactionLimit || !isDone : isDone === isWithin
  if (!isAsExpected || (!isDone && reply.body.code !== 'AGENT_LIMIT_EXCEEDED'))
    client.wrong.push(`An agent that spent ${agent.spent} of ${dailyLimit} asks for ${amount}: ${reply.text}`)
  if (!isDone) return
  agent.spent += amount
  agent.payments++
  books.change(source.id, { available: -amount })
  books.expectPayment(reply.body.transaction.id, 'COMPLETED')
  if (agent.spent > dailyLimit) client.wrong.push(`An agent spent ${agent.spent} of ${dailyLimit}`)
}
