/** Payouts of the Lightning rail in the database: invoice and hash, whether the node has it, and its outcome. */
import { isoTime } from '../../../core/time.ts'
import type { Store } from '../../../infra/db/store.ts'

export type PayoutState = 'ACCEPTED' | 'READY' | 'HANDED' | 'DELIVERED' | 'REFUSED' | 'FAILED'

export interface LightningPayout {
  readonly key: string
  readonly recipient: string
  /** Satoshis. */
  readonly amount: bigint
  readonly state: PayoutState
  readonly invoice: string | null
  /** Hexadecimal. */
  readonly hash: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null
  readonly node: string | null
  /** Number of times it was handed over: the outcome of an earlier attempt does not settle a later one. */
  readonly attempts: number
  readonly createdAt: number
}

/** A payout whose invoice is stored. */
export type InvoicedPayout = LightningPayout & {
  readonly invoice: string
  readonly hash: string
  readonly expiresAt: number
}

export interface StoredInvoice {
  readonly invoice: string
  readonly hash: string
  readonly expiresAt: number
}

export interface Proof {
  readonly preimage: string
  readonly feeMsat: bigint
  readonly paymentIndex: bigint
}

/** Routing fee of a payout. */
export interface RoutingCost {
  readonly number: bigint
  /** Of the payout. */
  readonly key: string
  /**
   * Satoshis by which the sum of all fees, rounded up, has grown with this one: nodes charge fractions, and the sum of
   * the costs is never a satoshi above the sum of the fees. May be 0.
   */
  readonly amount: bigint
  /** Milliseconds since 1970. */
  readonly settledAt: number
}

export type PayoutStore = ReturnType<typeof payoutStore>

export function payoutStore(store: Pick<Store, 'query'>) {
  const find = async (key: string): Promise<LightningPayout | undefined> => {
    const [row] = await store.query<PayoutRow>(FIND, [key], 'lightning_find_payout')
    return row && { ...row, amount: BigInt(row.amount) }
  }
  const afterwards = async (key: string) => (await find(key)) as LightningPayout
  return {
    find,
    /** Stores a payout unless its key exists. @returns the stored payout */
    async accept({ key, recipient, amount, now }: { key: string; recipient: string; amount: bigint; now: number }) {
      await store.query(ACCEPT, [key, recipient, amount.toString(), isoTime(now)], 'lightning_accept')
      return await afterwards(key)
    },
    /**
     * Stores the invoice that is paid, unless there is one, or another payout pays the same. @returns the stored
     * payout
     */
    async prepare(key: string, { invoice, hash, expiresAt }: StoredInvoice) {
      await store.query(PREPARE, [key, invoice, hash, isoTime(expiresAt), TAKEN], 'lightning_prepare')
      return await afterwards(key)
    },
    /** Ends a payout that was never handed to the node; any other one is not changed. */
    async refuse(key: string, detail: string) {
      await store.query(REFUSE, [key, detail], 'lightning_refuse')
      return await afterwards(key)
    },
    /**
     * Marks a payout as handed to the node, before it is handed over, by one process at a time.
     * @returns the attempt that the caller is to make until `until`; undefined: another process makes it
     */
    async claim(
      { key, attempts }: LightningPayout,
      { node, now, until }: { readonly node: string; readonly now: number; readonly until: number },
    ): Promise<number | undefined> {
      const values = [key, attempts, node, isoTime(now), isoTime(until)]
      const [claimed] = await store.query<{ attempts: number }>(CLAIM, values, 'lightning_claim')
      return claimed?.attempts
    },
    /** Ends the attempt of this process: the node has answered. */
    async release({ key, attempts }: LightningPayout): Promise<void> {
      await store.query(RELEASE, [key, attempts], 'lightning_release')
    },
    /** Settles a payout that was made, and stores the cost of its routing. */
    async deliver(key: string, { preimage, feeMsat, paymentIndex }: Proof, now: number) {
      const values = [key, preimage, feeMsat.toString(), paymentIndex.toString(), isoTime(now)]
      await store.query(DELIVER, values, 'lightning_deliver')
      return await afterwards(key)
    },
    /** Fails a payout whose latest attempt has failed; one that is being handed over again is not changed. */
    async fail({ key, attempts }: LightningPayout, detail: string, now: number) {
      await store.query(FAIL, [key, attempts, detail, isoTime(now)], 'lightning_fail')
      return await afterwards(key)
    },
    /** Routing fees after a number, in order. */
    async costsAfter(number: bigint, most: number): Promise<readonly RoutingCost[]> {
      return await store.query<RoutingCost>(COSTS_AFTER, [number, most], 'lightning_costs_after')
    },
    /** Satoshis of payouts that have not ended. */
    async inFlight(): Promise<bigint> {
      const [row] = await store.query<{ total: string }>(IN_FLIGHT, [], 'lightning_in_flight')
      return BigInt(row?.total ?? 0)
    },
    /** The highest of the node's numbers of payments that were delivered; 0: none. */
    async highestIndex(node: string): Promise<bigint> {
      const [row] = await store.query<{ highest: string }>(HIGHEST, [node], 'lightning_highest')
      return BigInt(row?.highest ?? 0)
    },
  }
}

type PayoutRow = Omit<LightningPayout, 'amount'> & { readonly amount: string }

const ms = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`
const FIND = `select key, recipient, amount::text, state, invoice, payment_hash as hash, ${ms('expires_at', 'expiresAt')},
  node, attempts, ${ms('created_at', 'createdAt')} from lightning_payouts where key = $1`
const ACCEPT = `insert into lightning_payouts (key, recipient, amount, state, created_at)
  values ($1, $2, $3::bigint, 'ACCEPTED', $4) on conflict (key) do nothing`
const TAKEN = 'Another payout pays this invoice'
const PREPARE = `update lightning_payouts set invoice = $2, payment_hash = $3, expires_at = $4,
    state = case when is_taken then 'REFUSED' else 'READY' end, detail = case when is_taken then $5 end
  from (select exists (select from lightning_payouts
    where payment_hash = $3 and state in ('READY', 'HANDED', 'DELIVERED')) as is_taken) as others
  where key = $1 and state = 'ACCEPTED'`
const REFUSE = `update lightning_payouts set state = 'REFUSED', detail = $2
  where key = $1 and state in ('ACCEPTED', 'READY')`
const CLAIM = `update lightning_payouts set state = 'HANDED', attempts = attempts + 1, node = $3, handing_until = $5
  where key = $1 and attempts = $2 and state in ('READY', 'HANDED') and (node is null or node = $3)
    and (handing_until is null or handing_until < $4) returning attempts`
const RELEASE = 'update lightning_payouts set handing_until = null where key = $1 and attempts = $2'
const DELIVER = `
  with delivered as (
    update lightning_payouts
    set state = 'DELIVERED', preimage = $2, fee_msat = $3::bigint, payment_index = $4::bigint, handing_until = null
    where key = $1 and state = 'HANDED' returning key, fee_msat),
  summed as (
    update lightning_fees set costs = costs + 1, total_msat = total_msat + fee_msat
    from delivered where fee_msat > 0 returning costs, total_msat, key, fee_msat)
  insert into lightning_costs (number, key, fee_msat, amount, settled_at)
  select costs, key, fee_msat, (total_msat + 999) / 1000 - (total_msat - fee_msat + 999) / 1000, $5 from summed`
const COSTS_AFTER = `select number, key, amount, settled_at as "settledAt" from lightning_costs
  where number > $1 order by number limit $2`
const FAIL = `update lightning_payouts set state = 'FAILED', detail = $3, handing_until = null
  where key = $1 and attempts = $2 and state = 'HANDED' and (handing_until is null or handing_until < $4)`
const IN_FLIGHT = `select coalesce(sum(amount), 0)::text as total from lightning_payouts
  where state in ('ACCEPTED', 'READY', 'HANDED')`
const HIGHEST = `select coalesce(max(payment_index), 0)::text as highest from lightning_payouts where node = $1`
