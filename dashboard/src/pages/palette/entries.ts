/** Entries of the search: what the API finds by id, name, reference or amount, and pages and actions. */
import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../../api/agents.ts'
import { cardsQuery } from '../../api/cards.ts'
import { api } from '../../api/client.ts'
import { foundCustomersQuery } from '../../api/customers.ts'
import { partiesQuery, paymentsQuery } from '../../api/queries.ts'
import { customerName } from '../../format/customer.ts'
import { formatMinor } from '../../format/money.ts'
import { objectPage, TYPED_ID } from '../../format/object-page.ts'
import { statusWord } from '../../ui/status.tsx'
import { cardName } from '../cards/card-face.tsx'
import { accountsOf, amountsOf, describeEnds } from '../payments/ends.ts'
import { type Entry, findPlaces } from './places.ts'

/** Maximum number of entries in a group. */
const SHOWN = 6
/** Newest payments, cards and agents among which names and amounts are searched. */
const SEARCHED = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @param text as typed, up to the latest pause */
export function useEntries(text: string, isSandbox: boolean): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isId = TYPED_ID.test(text) || UUID.test(text)
  const isAsked = words.length > 0 && !isId
  const has = (found: string) => words.every((word) => found.toLowerCase().includes(word))
  const ids = useIds(text)
  const customers = useQuery({ ...foundCustomersQuery({ search: text, limit: SHOWN }), enabled: isAsked })
  const parties = useQuery({ ...partiesQuery(), enabled: isAsked })
  const cards = useQuery({ ...cardsQuery({ limit: SEARCHED }), enabled: isAsked })
  const agents = useQuery({ ...agentsQuery({ limit: SEARCHED }), enabled: isAsked })
  const payments = usePayments(isAsked, has)
  const reference = useReference(text, isAsked)
  if (!isAsked) return isId ? ids : findPlaces(words, isSandbox)
  const found = {
    customers: customers.data?.data ?? [],
    accounts: parties.data?.filter(({ name, detail, currency }) => has(`${name} ${detail} ${currency}`)) ?? [],
    cards: cards.data?.data.filter((card) => has(`card ${cardName(card)} ${card.platformCardId ?? ''}`)) ?? [],
    agents: agents.data?.data.filter(({ name }) => has(`agent ${name}`)) ?? [],
  }
  return [
    ...reference,
    ...found.customers.map((each) =>
      objectEntry(
        'Customers',
        each.id,
        customerName(each),
        `${each.umaAddress} · ${each.email ?? each.platformCustomerId}`,
      ),
    ),
    ...found.accounts.slice(0, SHOWN).map(({ id, name, detail }) => objectEntry('Accounts', id, name, detail)),
    ...payments,
    ...found.cards.slice(0, SHOWN).map((card) => objectEntry('Cards', card.id, cardName(card), statusWord(card.state))),
    ...found.agents.slice(0, SHOWN).map(({ id, name }) => objectEntry('Agents', id, name)),
    ...findPlaces(words, isSandbox),
  ]
}

function objectEntry(group: Entry['group'], id: string, title: string, detail?: string): Entry {
  const page = objectPage(id)
  if (!page) throw new Error(`${id} has no page`)
  return { key: `${group} ${id}`, group, title, ...(detail && { detail }), ...page }
}

/** Newest payments whose parties or amounts match. */
function usePayments(isAsked: boolean, has: (found: string) => boolean): Entry[] {
  const { data } = useQuery({ ...paymentsQuery({ limit: SEARCHED }), enabled: isAsked })
  const payments = data?.data ?? []
  const { data: parties = [] } = useQuery(partiesQuery(accountsOf(payments)))
  const described = payments.map((payment) => {
    const { from, to } = describeEnds(payment, parties)
    const { sent, received } = amountsOf(payment)
    const amounts = [sent, received].flatMap((money) =>
      money ? [`${formatMinor(money.amount, money.currency.decimals)} ${money.currency.code}`] : [],
    )
    return { payment, title: `${from.name} → ${to.name}`, amounts }
  })
  return described
    .filter(({ title, amounts }) => has(`${title} ${amounts.join(' ')} ${amounts.join(' ').replaceAll(',', '')}`))
    .slice(0, SHOWN)
    .map(({ payment, title, amounts }) =>
      objectEntry('Payments', payment.id, title, `${amounts.join(' → ')} · ${statusWord(payment.status)}`),
    )
}

/** The payments with this reference. */
function useReference(text: string, isAsked: boolean): Entry[] {
  const reference = text.toUpperCase()
  const { data } = useQuery({
    queryKey: ['reference', reference],
    queryFn: () => api('listTransactions', { query: { reference, limit: SHOWN } }),
    enabled: isAsked && /^[\w-]+$/.test(reference) && /\d/.test(reference),
  })
  if (!isAsked) return []
  return data?.data.map(({ id, status }) => objectEntry('Payments', id, reference, statusWord(status))) ?? []
}

/** Pages of a typed id, or of the resources that have this UUID. */
function useIds(text: string): Entry[] {
  const typed = TYPED_ID.exec(text)?.[0]
  const { data = [] } = useQuery({
    queryKey: ['ids', text],
    queryFn: () => resourcesWith(text),
    enabled: !typed && UUID.test(text),
  })
  return (typed ? [typed] : data)
    .filter((id) => objectPage(id))
    .map((id) => objectEntry('Id', id, `Open ${id.slice(0, id.indexOf(':'))}`, id))
}

async function resourcesWith(uuid: string): Promise<string[]> {
  const reads: readonly (readonly [kind: string, ask: (id: string) => Promise<unknown>])[] = [
    ['Transaction', (id) => api('getTransactionById', { params: { transactionId: id } })],
    ['Customer', (id) => api('getCustomerById', { params: { customerId: id } })],
    ['Quote', (id) => api('getQuoteById', { params: { quoteId: id } })],
    ['Card', (id) => api('getCardById', { params: { id } })],
    ['Agent', (id) => api('getAgentById', { params: { agentId: id } })],
    ['CardTransaction', (id) => api('getCardTransactionById', { params: { id } })],
  ]
  const [accounts, ...found] = await Promise.all([
    api('getParties', { query: { id: [`InternalAccount:${uuid}`, `ExternalAccount:${uuid}`] } }),
    ...reads.map(async ([kind, ask]) => {
      const id = `${kind}:${uuid}`
      return await ask(id).then(
        () => [id],
        () => [],
      )
    }),
  ])
  return [...accounts.parties.map(({ id }) => id), ...found.flat()]
}
