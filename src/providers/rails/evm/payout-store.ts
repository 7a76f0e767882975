/** Payouts of an EVM chain in the database: intents, nonces, signed transactions and outcomes. */
import type { Address, Hex } from 'viem'
import type { Store } from '../../../infra/db/store.ts'
import type { Fees } from './fees.ts'

export type PayoutState = 'WAITING' | 'PLACED' | 'DELIVERED' | 'REFUSED' | 'REVERTED' | 'STUCK'

export interface EvmPayout {
  readonly key: string
  readonly token: Address
  readonly recipient: Address
  /** Smallest units of the token. */
  readonly amount: bigint
  /** For a sweep, the address that is swept and the call with its authorization. Null: a payout of the wallet. */
  readonly payer: Address | null
  readonly call: Hex | null
  /** Null while it waits for the float, and when it was refused. */
  readonly nonce: bigint | null
  readonly state: PayoutState
}

/** A payout before it is stored. */
export type Intent = Pick<EvmPayout, 'key' | 'token' | 'recipient' | 'amount'>

/** A payout with a nonce. */
export type PlacedPayout = EvmPayout & { readonly nonce: bigint }

export interface SignedTransaction extends Fees {
  /** 0: the first of its nonce; each further one replaces the one before. */
  readonly replacement: number
  readonly hash: Hex
  readonly raw: Hex
  readonly gas: bigint
  /** Milliseconds since 1970. */
  readonly signedAt: number
}

export interface Outcome {
  readonly state: 'DELIVERED' | 'REVERTED' | 'STUCK'
  readonly detail: string | null
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly gasWei: bigint
}

/** Gas of a mined transaction. */
export interface EvmCost {
  readonly number: bigint
  readonly hash: Hex
  readonly wei: bigint
  readonly about: string
  /** Milliseconds since 1970. */
  readonly settledAt: number
}

export type PayoutStore = ReturnType<typeof payoutStore>

/** @param lane the chain and the hot wallet whose nonces these are */
export function payoutStore(store: Pick<Store, 'query' | 'transaction'>, lane: { chainId: number; wallet: Address }) {
  const here = [lane.chainId, lane.wallet]
  const find = async (key: string): Promise<EvmPayout | undefined> => {
    const [row] = await store.query<PayoutRow & { isHere: boolean }>(FIND, [key, ...here], 'evm_find_payout')
    if (row?.isHere === false)
      throw new Error(`The payout ${key} belongs to another chain or hot wallet, which is not configured`)
    return row && payoutFrom(row)
  }
  return {
    /**
     * @returns undefined for an unknown key
     * @throws Error for one that another wallet has: paid from this one, it could be paid twice
     */
    find,
    /** Stores a payout as WAITING, or as REFUSED with the reason, unless its key exists. @returns the stored payout */
    async accept({ key, token, recipient, amount }: Intent, refusal?: string) {
      const state: PayoutState = refusal === undefined ? 'WAITING' : 'REFUSED'
      const values = [key, ...here, token, recipient, amount.toString(), state, refusal ?? null]
      await store.query(ACCEPT, values, 'evm_accept_payout')
      return (await find(key)) as EvmPayout
    },
    /** Refuses a payout that still waits; one with a nonce is not changed. */
    async refuse(key: string, detail: string) {
      await store.query(REFUSE, [key, detail], 'evm_refuse_payout')
      return (await find(key)) as EvmPayout
    },
    /** Whether the lane has a row. */
    async hasLane() {
      return (await store.query('select from evm_wallets where chain_id = $1 and address = $2', here)).length > 0
    },
    /** Adds the lane's row, at the wallet's count of transactions, unless it exists. */
    async beginLane(nonce: bigint) {
      await store.query(BEGIN_LANE, [...here, nonce])
    },
    /**
     * Gives a waiting payout the next nonce, if the rest of the float covers it; one process at a time.
     * @param mined the next nonce to be mined, read before the float: amounts with a lower nonce have left the float
     */
    async place(key: string, { float, mined }: { readonly float: bigint; readonly mined: bigint }): Promise<void> {
      await store.transaction(async (query) => {
        const [wallet] = await query<{ nonce: bigint }>(LOCK_LANE, here)
        const [row] = await query<PayoutRow>(`${PAYOUT} where key = $1 for update`, [key])
        if (!wallet || row?.state !== 'WAITING') return
        const [placed] = await query<{ total: string }>(PLACED_TOTAL, [...here, row.token, mined])
        if (row.payer === null && float - BigInt(placed?.total ?? 0) < BigInt(row.amount)) return
        await query("update evm_payouts set state = 'PLACED', nonce = $2 where key = $1", [key, wallet.nonce])
        await query('update evm_wallets set next_nonce = next_nonce + 1 where chain_id = $1 and address = $2', here)
      })
    },
    /** The placed payout of the lowest nonce: the one that all others wait for. */
    async head(): Promise<PlacedPayout | undefined> {
      const [row] = await store.query<PayoutRow>(HEAD, here, 'evm_head')
      return row && (payoutFrom(row) as PlacedPayout)
    },
    /** All transactions that were signed for a nonce, the latest last. */
    async signed(nonce: bigint): Promise<readonly SignedTransaction[]> {
      return (await store.query<SignedRow>(SIGNED, [...here, nonce], 'evm_signed')).map(signedFrom)
    },
    /** Stores a signed transaction, unless another process has stored one in its place; that one then applies. */
    async keep(nonce: bigint, { replacement, hash, raw, gas, signedAt, ...fees }: SignedTransaction): Promise<void> {
      const [most, tip] = [fees.maxFeePerGas, fees.maxPriorityFeePerGas].map(String)
      const values = [...here, nonce, replacement, hash, raw, most, tip, gas, new Date(signedAt).toISOString()]
      await store.query(KEEP, values, 'evm_keep')
    },
    /** Settles a placed payout, and stores the cost of its gas; one that is settled stays as it is. */
    async settle(key: string, { state, detail, hash, blockNumber, gasWei }: Outcome) {
      await store.transaction(async (query) => {
        // The numbers of costs follow the order of commits.
        await query(LOCK_LANE, here)
        const settled = await query<{ kind: string }>(SETTLE, [
          key,
          state,
          detail,
          hash,
          blockNumber,
          gasWei.toString(),
        ])
        if (settled.length > 0 && gasWei > 0n)
          await query(ADD_COST, [lane.chainId, hash, gasWei.toString(), `Gas of the ${settled[0]?.kind} ${key}`])
      })
      return (await find(key)) as EvmPayout
    },
    /** Costs after a number, in order. */
    async costsAfter(number: bigint, most: number): Promise<readonly EvmCost[]> {
      const rows = await store.query<CostRow>(COSTS_AFTER, [lane.chainId, number, most], 'evm_costs_after')
      return rows.map((row) => ({ ...row, wei: BigInt(row.wei) }))
    },
    /** What the wallet has yet to pay of a token, in its smallest unit. @param mined the next nonce to be mined */
    async inFlight(token: Address, mined: bigint): Promise<bigint> {
      const [row] = await store.query<{ total: string }>(IN_FLIGHT, [...here, token, mined], 'evm_in_flight')
      return BigInt(row?.total ?? 0)
    },
    /** Sweeps that have not ended, in the order of their nonces. */
    async openSweeps(most: number): Promise<readonly EvmPayout[]> {
      return (await store.query<PayoutRow>(OPEN_SWEEPS, [...here, most], 'evm_open_sweeps')).map(payoutFrom)
    },
    /** Payouts that wait for the float. */
    async waiting(): Promise<number> {
      const [row] = await store.query<{ waiting: number }>(WAITING, here, 'evm_waiting')
      return row?.waiting ?? 0
    },
  }
}

type CostRow = Omit<EvmCost, 'wei'> & { readonly wei: string }

interface PayoutRow {
  readonly key: string
  readonly token: Address
  readonly recipient: Address
  readonly amount: string
  readonly payer: Address | null
  readonly call: Hex | null
  readonly nonce: bigint | null
  readonly state: PayoutState
}
const payoutFrom = ({ key, token, recipient, amount, payer, call, nonce, state }: PayoutRow): EvmPayout => {
  return { key, token, recipient, amount: BigInt(amount), payer, call, nonce, state }
}

type SignedRow = Omit<SignedTransaction, keyof Fees> & Readonly<Record<keyof Fees, string>>
const signedFrom = (row: SignedRow): SignedTransaction => ({
  ...row,
  maxFeePerGas: BigInt(row.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(row.maxPriorityFeePerGas),
})

const FIELDS = 'key, token, recipient, amount::text, payer, call, nonce, state'
const PAYOUT = `select ${FIELDS} from evm_payouts`
const FIND = `select ${FIELDS}, chain_id = $2 and wallet = $3 as "isHere" from evm_payouts where key = $1`
const ACCEPT = `insert into evm_payouts (key, chain_id, wallet, token, recipient, amount, state, detail)
  values ($1, $2, $3, $4, $5, $6::numeric, $7, $8) on conflict (key) do nothing`
const REFUSE = "update evm_payouts set state = 'REFUSED', detail = $2 where key = $1 and state = 'WAITING'"
const BEGIN_LANE = 'insert into evm_wallets (chain_id, address, next_nonce) values ($1, $2, $3) on conflict do nothing'
const LOCK_LANE = 'select next_nonce as nonce from evm_wallets where chain_id = $1 and address = $2 for update'
const PLACED_TOTAL = `select coalesce(sum(amount), 0)::text as total from evm_payouts
  where chain_id = $1 and wallet = $2 and token = $3 and payer is null and nonce >= $4`
const HEAD = `${PAYOUT} where chain_id = $1 and wallet = $2 and state = 'PLACED' order by nonce limit 1`
const SIGNED = `select replacement, hash, raw, gas, signed_at as "signedAt", max_fee_per_gas::text as "maxFeePerGas",
  max_priority_fee_per_gas::text as "maxPriorityFeePerGas" from evm_transactions
  where chain_id = $1 and wallet = $2 and nonce = $3 order by replacement`
const KEEP = `insert into evm_transactions
  (chain_id, wallet, nonce, replacement, hash, raw, max_fee_per_gas, max_priority_fee_per_gas, gas, signed_at)
  values ($1, $2, $3, $4, $5, $6, $7::numeric, $8::numeric, $9, $10) on conflict do nothing`
const SETTLE = `update evm_payouts set state = $2, detail = $3, settled_hash = $4, block_number = $5, gas_wei = $6::numeric
  where key = $1 and state = 'PLACED' returning case when payer is null then 'payout' else 'sweep' end as kind`
const ADD_COST = 'insert into evm_costs (chain_id, hash, wei, about) values ($1, $2, $3::numeric, $4)'
const COSTS_AFTER = `select number, hash, wei::text, about, settled_at as "settledAt" from evm_costs
  where chain_id = $1 and number > $2 order by number limit $3`
const IN_FLIGHT = `select coalesce(sum(amount), 0)::text as total from evm_payouts
  where chain_id = $1 and wallet = $2 and token = $3 and payer is null and (state = 'WAITING' or state = 'PLACED' and nonce >= $4)`
const OPEN_SWEEPS = `${PAYOUT} where chain_id = $1 and wallet = $2 and payer is not null
  and state in ('WAITING', 'PLACED') order by nonce nulls last, created_at limit $3`
const WAITING = `select count(*)::int as waiting from evm_payouts
  where chain_id = $1 and wallet = $2 and state = 'WAITING' and payer is null`
