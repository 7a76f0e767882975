/** Example of a rail: a bank whose HTTP API takes payments under keys and lists what has come in. */
import type { Carriage, Payout, PayoutReport, Rail, RailHealth } from '../../src/providers/rails/port.ts'

const TIME_OUT_MS = 10_000
const ASK_AGAIN_MS = 60_000
const EUROS: Omit<Carriage, 'direction'> = {
  currency: 'EUR',
  accountTypes: ['EUR_ACCOUNT'],
  scheme: 'SEPA',
  minAmount: 100n,
  maxAmount: 100_000_000n,
  cutOff: '15:00 Europe/Berlin',
  settlement: 'the same business day',
  fee: 'EUR 0.20',
}

/** The bank's statuses. RETURNED: the receiving bank sent the money back. */
const REPORTS: Readonly<Record<string, PayoutReport>> = {
  WAITING: { state: 'IN_TRANSIT', askAgainInMs: ASK_AGAIN_MS },
  DONE: { state: 'DELIVERED' },
  REJECTED: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' },
  RETURNED: { state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' },
}

/** @param call replaces `fetch` in tests */
export function exampleRail({ url, iban }: { url: string; iban: string }, call: typeof fetch = fetch): Rail {
  let health: RailHealth = { status: 'UP' }
  const request = async (method: 'GET' | 'PUT', path: string, body?: object): Promise<any> => {
    try {
      const bounds = { signal: AbortSignal.timeout(TIME_OUT_MS), redirect: 'error' } as const
      const response = await call(url + path, { method, ...bounds, ...(body && { body: JSON.stringify(body) }) })
      if (!response.ok) throw new Error(`The bank answered ${response.status}`)
      const answer = await response.json()
      health = { status: 'UP' }
      return answer
    } catch (error) {
      health = { status: 'DOWN', detail: 'the bank does not answer' }
      throw error // unknown: the caller tries again with the same key
    }
  }
  /** A status that the bank has introduced since must not be treated as a failure. */
  const reportOf = ({ status }: { status: string }): PayoutReport => {
    const report = REPORTS[status]
    if (!report) throw new Error(`The bank reports a payment as ${status}, which this rail does not know`)
    return report
  }
  return {
    id: 'example',
    carries: [
      { direction: 'OUT', ...EUROS },
      { direction: 'IN', ...EUROS },
    ],
    health: () => health,
    // The bank executes a key once, so a payment can be sent again without a query.
    send: async ({ key, amount, identifier, reference }: Payout) =>
      reportOf(await request('PUT', `/payments/${key}`, { amount: String(amount), iban: identifier, reference })),
    ask: async ({ key }) => reportOf(await request('GET', `/payments/${key}`)),
    fundingInstructions: ({ currency, reference }) =>
      currency === 'EUR'
        ? [{ accountOrWalletInfo: { accountType: 'EUR_ACCOUNT', iban, reference, paymentRails: ['SEPA'] } }]
        : [],
    // Called every few seconds, so that health follows the bank also when no payout is due.
    async arrivals(after) {
      const { entries, cursor } = await request('GET', `/entries?after=${encodeURIComponent(after ?? '')}`)
      const arrivals = entries.map(({ id, amount, text, payer, bookedAt }: any) => {
        return {
          key: id,
          currency: 'EUR',
          amount: BigInt(amount),
          reference: text,
          payer,
          arrivedAt: Date.parse(bookedAt),
        }
      })
      return { arrivals, cursor }
    },
  }
}
