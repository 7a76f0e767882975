/**
 * Payouts of an EVM chain. Each is one nonce of the hot wallet: the nonce is stored, then the signed transaction, then
 * that is broadcast; and only what is mined under the nonce settles the payout. Each step can be repeated.
 */

import type { Logger } from 'pino'
import { type Address, keccak256, type TransactionSerializableEIP1559 } from 'viem'
import type { Clock } from '../../../core/clock.ts'
import * as chain from './chain.ts'
import { type Fees, firstFees, raisedFees } from './fees.ts'
import type { EvmPayout, Intent, Outcome, PayoutStore, PlacedPayout, SignedTransaction } from './payout-store.ts'
import type { Endpoints } from './rpc-endpoints.ts'
import type { EvmChain } from './settings.ts'
import type { EvmSigner } from './signer.ts'

export interface PayoutNeeds {
  readonly chain: EvmChain
  readonly endpoints: Endpoints
  readonly signer: EvmSigner
  readonly store: PayoutStore
  readonly clock: Clock
  /** For operators: why transactions do not get into blocks; undefined: they do. */
  readonly onObstacle: (obstacle: string | undefined) => void
}

/** Bounds of the gas that a node estimates; a transfer of a token needs 30,000 to 100,000. */
const LEAST_GAS = 60_000n
const MOST_GAS = 400_000n

/**
 * Advances a payout as far as possible, and also the one that all others wait for.
 * @throws Error while too few endpoints answer or they contradict each other: unknown
 */
export async function advance(needs: PayoutNeeds, payout: Intent, refusal?: string) {
  let row = (await needs.store.find(payout.key)) ?? (await needs.store.accept(payout, refusal))
  if (row.state === 'WAITING') row = await place(needs, row)
  const followed = isPlaced(row) ? await follow(needs, row) : { row, blocksLeft: 0n }
  const head = await needs.store.head()
  if (head && head.key !== row.key) await follow(needs, head)
  return followed
}

/** Maximum number of sweeps in progress. */
const SWEEPS_AT_ONCE = 20

/**
 * Advances the signed sweeps of deposit addresses, which use the same lane; their keys are not needed. The next call
 * tries a failed one again.
 */
export async function relaySweeps(needs: PayoutNeeds, log: Pick<Logger, 'warn'>): Promise<void> {
  for (const sweep of await needs.store.openSweeps(SWEEPS_AT_ONCE))
    await advance(needs, sweep).catch((error: unknown) =>
      log.warn({ err: error, rail: needs.chain.id, sweep: sweep.key }, 'a sweep failed; it is tried again'),
    )
}

/** State of a payout, and the approximate number of blocks until it can be settled. */
interface Followed {
  readonly row: EvmPayout
  readonly blocksLeft: bigint
}

const isPlaced = (row: EvmPayout): row is PlacedPayout => row.state === 'PLACED'

/** Gives the payout its nonce, unless it would revert or exceed the float. Without a nonce it cannot be mined. */
async function place({ chain: { id }, endpoints, signer, store }: PayoutNeeds, row: EvmPayout) {
  const transfer = { ...row, wallet: signer.address }
  // Read before the float, so that the float no longer contains the amounts of mined transactions.
  const mined = await endpoints.atLeast(chain.minedCount(signer.address))
  const float = await endpoints.atLeast(chain.tokenBalance(signer.address, row.token))
  if (row.payer === null && float < row.amount) return row
  if ((await endpoints.agreed(chain.simulate(transfer), String)) === 'REVERTS') {
    if (row.payer !== null) return await store.refuse(row.key, `The token refuses the authorization on ${id}`)
    // An earlier payout that is mined after the float was read makes it revert, too.
    if (!(await endpoints.agreed(chain.refuses(transfer), String))) return row
    return await store.refuse(row.key, `The token refuses the transfer on ${id}`)
  }
  if (!(await store.hasLane())) await store.beginLane(await endpoints.agreed(chain.minedCount(signer.address), String))
  await store.place(row.key, { float, mined })
  return (await store.find(row.key)) as EvmPayout
}

/** Signs what is not signed, settles what is final, broadcasts the rest again, and replaces what is stuck. */
async function follow(needs: PayoutNeeds, row: PlacedPayout): Promise<Followed> {
  const { endpoints, signer, store, onObstacle } = needs
  const transactions = await signedFor(needs, row)
  const transfer = { ...row, wallet: signer.address }
  const hashes = transactions.map(({ hash }) => hash)
  const states = await endpoints.poll(chain.minedState(hashes, transfer, needs.chain.confirmations))
  const finals = states.flatMap(({ endpoint, value }) => (value.state === 'FINAL' ? [{ endpoint, value }] : []))
  const final = endpoints.majority(finals, chain.finalKey)
  if (final) {
    const settled = await store.settle(row.key, outcomeOf(final))
    onObstacle(undefined)
    return { row: settled, blocksLeft: 0n }
  }
  const reached = states.flatMap(({ value }) => (value.state === 'MINED' ? [value.confirmations] : []))
  const needed = BigInt(needs.chain.confirmations)
  if (states.filter(({ value }) => value.state === 'NOT_MINED').length < endpoints.quorum)
    return { row, blocksLeft: reached.reduce((least, one) => (needed - one < least ? needed - one : least), needed) }
  for (const { endpoint } of finals) endpoints.note(endpoint, 'contradicts the others')
  await push(needs, row, transactions)
  return { row, blocksLeft: needed }
}

/** The transactions of the payout's nonce; at least one, signed now if there was none. */
async function signedFor(needs: PayoutNeeds, row: PlacedPayout): Promise<readonly SignedTransaction[]> {
  const found = await needs.store.signed(row.nonce)
  if (found.length > 0) return found
  const { endpoints, signer, chain: settings } = needs
  const [base, tip, estimate] = await Promise.all([
    endpoints.atLeast(chain.baseFee),
    endpoints.atLeast(chain.priorityFee),
    // A transfer that would revert is still sent: it has a nonce, and later ones wait for it.
    endpoints.atLeast(chain.gasFor({ ...row, wallet: signer.address })).catch(() => 0n),
  ])
  const gas = [(estimate * 3n) / 2n, LEAST_GAS].reduce((a, b) => (a > b ? a : b))
  return await sign(needs, row, {
    replacement: 0,
    gas: gas < MOST_GAS ? gas : MOST_GAS,
    ...firstFees(base, tip, settings.feeCap),
  })
}

/** @returns all transactions of the nonce, with this one or the one that another process has stored in its place */
async function sign(needs: PayoutNeeds, row: PlacedPayout, offer: Fees & { replacement: number; gas: bigint }) {
  const { signer, store, clock } = needs
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = offer
  const transaction: TransactionSerializableEIP1559 = {
    type: 'eip1559',
    chainId: needs.chain.chainId,
    nonce: Number(row.nonce),
    to: row.token,
    data: chain.transferData(row),
    value: 0n,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
  const raw = await signer.sign(transaction)
  await store.keep(row.nonce, { ...offer, hash: keccak256(raw), raw, signedAt: clock.now() })
  return await store.signed(row.nonce)
}

/** Broadcasts the latest transaction of the nonce; the same bytes as before, or a replacement when it is stuck. */
async function push(needs: PayoutNeeds, row: PlacedPayout, transactions: readonly SignedTransaction[]): Promise<void> {
  const { endpoints, signer, clock, onObstacle, chain: settings } = needs
  const mined = await endpoints.atLeast(chain.minedCount(signer.address))
  if (mined > row.nonce)
    return onObstacle(`nonce ${row.nonce} is used on the chain, and none of our transactions is found under it`)
  let latest = transactions.at(-1) as SignedTransaction
  const isNext = mined === row.nonce
  let atCap: string | undefined
  if (isNext && clock.now() - latest.signedAt >= settings.stuckAfterMs) {
    const [base, tip] = await Promise.all([endpoints.atLeast(chain.baseFee), endpoints.atLeast(chain.priorityFee)])
    const fees = raisedFees(latest, base, tip, settings.feeCap)
    if (!fees) atCap = `nonce ${row.nonce} is not mined, and a higher fee would exceed the fee cap`
    else {
      const { gas, replacement } = latest
      latest = (await sign(needs, row, { gas, replacement: replacement + 1, ...fees })).at(-1) as SignedTransaction
    }
  }
  const refusals = (await endpoints.quorumOf(chain.broadcast(latest.raw))).map(({ value }) => value)
  const isRefused = refusals.every((refusal) => refusal !== undefined)
  onObstacle(atCap ?? (isRefused ? `nodes refuse nonce ${row.nonce}: ${refusals[0]}` : undefined))
}

function outcomeOf({ hash, status, isTransferred, blockNumber, gasWei }: chain.FinalState): Outcome {
  const mined = { hash, blockNumber, gasWei }
  if (status === 'reverted') return { state: 'REVERTED', detail: 'The transaction reverted', ...mined }
  if (isTransferred) return { state: 'DELIVERED', detail: null, ...mined }
  return { state: 'STUCK', detail: 'Mined without the token reporting a transfer of the amount', ...mined }
}

/** Why nothing is paid to an address where the money would be lost or come back to us; undefined: it can be paid. */
export function refusedRecipient(recipient: string, own: readonly Address[]): string | undefined {
  if (BigInt(recipient) === 0n) return 'The zero address'
  if (own.some((address) => address.toLowerCase() === recipient.toLowerCase()))
    return 'Our address, or the contract of a token'
  return undefined
}
