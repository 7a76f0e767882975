/**
 * Sweeps of deposit addresses: signs, for each address that holds tokens, an authorization to transfer them, and stores it
 * in the hot wallet's lane, from which the service submits it. Runs where the extended private key is, and only there.
 */
import { HDKey } from '@scure/bip32'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { Store } from '../../../../infra/db/store.ts'
import { tokenBalance } from '../chain.ts'
import { fromToken } from '../condition.ts'
import type { Endpoints } from '../rpc-endpoints.ts'
import type { EvmChain, EvmToken } from '../settings.ts'
import { authorize, type TokenDomain, tokenDomain } from './authorization.ts'

export interface SweepNeeds {
  readonly chain: EvmChain
  readonly endpoints: Endpoints
  readonly store: Pick<Store, 'query'>
  readonly clock: { now(): number }
  /** Extended private key of the deposit addresses. */
  readonly xprv: string
  /** The service's extended public key, to which `xprv` must belong. */
  readonly xpub: string
  /** Where the tokens go; undefined: to the hot wallet. */
  readonly recipient?: Address | undefined
  /** Smaller balances stay where they are; minor units of the currency. */
  readonly minimum: bigint
}

export interface SignedSweep {
  readonly address: string
  readonly currency: string
  /** Minor units of the currency. */
  readonly amount: bigint
}

/** An authorization that was not mined by then is invalid. */
const VALID_SECONDS = 7 * 86_400

/**
 * Signs the sweeps; an address whose last sweep has not ended is left out. The service submits them.
 * @throws Error without the key in its text: for a key of other addresses, before the hot wallet's first payout or
 * deposit, for a token without authorizations, while too few endpoints answer
 */
export async function signSweeps(needs: SweepNeeds): Promise<readonly SignedSweep[]> {
  const root = privateKeyIn(needs)
  const wallet = await findWallet(needs)
  const signed: SignedSweep[] = []
  for (const token of needs.chain.tokens) {
    const addresses = await needs.store.query<Swept>(TO_SWEEP, [needs.chain.chainId, token.contract])
    if (addresses.length === 0) continue
    const domain = await needs.endpoints.agreed(tokenDomain(token.contract), (value) => JSON.stringify(value ?? null))
    if (!domain) throw new Error(`The token for ${token.currency} has no authorizations (ERC-3009): sweep it by hand`)
    for (const { address, path } of addresses) {
      const { privateKey } = root.derive(`m/${path}`)
      const key: Hex = `0x${Buffer.from(privateKey as Uint8Array).toString('hex')}`
      if (privateKeyToAddress(key) !== address) throw new Error(`The key does not derive the address ${address}`)
      const amount = await signSweep(needs, { wallet, token, domain, address, key })
      if (amount !== undefined) signed.push({ address, currency: token.currency, amount })
    }
  }
  return signed
}

interface Sweep {
  readonly wallet: Address
  readonly token: EvmToken
  readonly domain: TokenDomain
  readonly address: Address
  readonly key: Hex
}

/** @returns minor units; undefined when there is too little, or another process was first */
async function signSweep({ chain, endpoints, store, clock, minimum, ...needs }: SweepNeeds, sweep: Sweep) {
  const { wallet, token, domain, address, key } = sweep
  const amount = await endpoints.atLeast(tokenBalance(address, token.contract))
  const minor = fromToken(token, amount)
  if (minor === 0n || minor < minimum) return undefined
  const recipient = needs.recipient ?? wallet
  const validBefore = BigInt(Math.floor(clock.now() / 1_000) + VALID_SECONDS)
  const terms = { chainId: chain.chainId, token: token.contract, domain, key, recipient, amount, validBefore }
  const { nonce, call } = await authorize(terms)
  const values = [`sweep/${nonce}`, chain.chainId, wallet, token.contract, recipient, amount.toString(), address, call]
  return (await store.query(ADD, values)).length > 0 ? minor : undefined
}

function privateKeyIn({ xprv, xpub }: SweepNeeds): HDKey {
  let key: HDKey | undefined
  try {
    key = HDKey.fromExtendedKey(xprv)
  } catch {
    // The library's message may quote the key.
  }
  if (!key?.privateKey) throw new Error('The key of the deposit addresses is not an extended private key')
  if (key.publicExtendedKey !== xpub) throw new Error('The extended private key is not that of CAUSEWAY_EVM_XPUB')
  return key
}

async function findWallet({ store, chain: { chainId, id } }: SweepNeeds): Promise<Address> {
  const wallets = await store.query<{ address: Address }>(WALLETS, [chainId])
  const [wallet] = wallets
  if (!wallet || wallets.length > 1)
    throw new Error(`${id} has ${wallets.length} hot wallets in the database; sweeping needs the one of the service`)
  return wallet.address
}

interface Swept {
  readonly address: Address
  /** Derivation path below the extended key. */
  readonly path: string
}

const WALLETS = 'select address from evm_wallets where chain_id = $1 limit 2'
/** Addresses with deposits of the token, and no sweep that has not ended. */
const TO_SWEEP = `select address, path from evm_addresses a
  where chain_id = $1 and exists (select 1 from evm_deposits where chain_id = $1 and address = a.address and token = $2)
    and not exists (select 1 from evm_payouts
      where chain_id = $1 and token = $2 and payer = a.address and state in ('WAITING', 'PLACED'))
  order by address`
const ADD = `insert into evm_payouts (key, chain_id, wallet, token, recipient, amount, state, payer, call)
  values ($1, $2, $3, $4, $5, $6::numeric, 'WAITING', $7, $8) on conflict do nothing returning key`
