/** Owns what is known of other institutions: where they are reached, with which there is an agreement, and their public keys. */
import { PubKeyResponse } from '@uma-sdk/core'
import { wallClock } from '../../core/clock.ts'
import { isLoopback } from '../../infra/egress/addresses.ts'
import { type Get, reasonOf } from '../../infra/egress/post.ts'
import { UmaFault } from './port.ts'

/** With which institutions payments are settled: all of them, or those at these domains. */
export type Partners = 'ANYBODY' | readonly string[]

export interface Institutions {
  /** `https://bank.example`; plain http for this machine, where that is allowed. */
  originOf(domain: string): string
  /** @throws UmaFault COUNTERPARTY_NOT_ALLOWED */
  refuseUnlessPartner(domain: string): void
  /** @throws UmaFault COUNTERPARTY_PUBKEY_FETCH_ERROR */
  keysOf(domain: string): Promise<PubKeyResponse>
}

interface Options {
  readonly get: Get
  readonly partners: Partners
  /** Permits institutions on this machine. */
  readonly allowLoopback: boolean
}

const KEYS_KEPT_MS = 10 * 60_000
/** Anybody may cause a fetch by claiming to be some institution. */
const INSTITUTIONS_KEPT = 1000
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/

/** The part of an address that says whose it is. */
export const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1).toLowerCase()

export function institutionsReachedBy({ get, partners, allowLoopback }: Options): Institutions {
  const known = new Map<string, { readonly keys: Promise<PubKeyResponse>; until: number }>()

  const originOf = (domain: string): string => {
    const host = domain.replace(/:\d+$/, '')
    const isHere = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host)
    return `${allowLoopback && isHere ? 'http' : 'https'}://${domain}`
  }
  const fetchKeys = async (domain: string): Promise<PubKeyResponse> => {
    const { status, body } = await get(`${originOf(domain)}/.well-known/lnurlpubkey`)
    if (status !== 200) throw new Error(`The answer was ${status}`)
    const keys = PubKeyResponse.fromJson(body)
    if (![keys.getSigningPubKey(), keys.getEncryptionPubKey()].every(isPoint)) throw new Error('The keys are no points')
    return keys
  }
  return {
    originOf,
    refuseUnlessPartner(domain) {
      if (DOMAIN.test(domain) && (partners === 'ANYBODY' || partners.includes(domain))) return
      throw new UmaFault('COUNTERPARTY_NOT_ALLOWED', 'There is no agreement with this institution')
    },
    async keysOf(domain) {
      let entry = known.get(domain)
      if (!entry || entry.until <= wallClock()) {
        if (known.size >= INSTITUTIONS_KEPT) known.delete(known.keys().next().value as string)
        known.set(domain, (entry = { keys: fetchKeys(domain), until: wallClock() + KEYS_KEPT_MS }))
      }
      try {
        const keys = await entry.keys
        if (keys.expirationTimestamp) entry.until = Math.min(entry.until, keys.expirationTimestamp * 1000)
        return keys
      } catch (error) {
        if (known.get(domain) === entry) known.delete(domain)
        throw new UmaFault(
          'COUNTERPARTY_PUBKEY_FETCH_ERROR',
          `The public keys of ${domain} could not be fetched: ${reasonOf(error)}`,
        )
      }
    },
  }
}

/** Compressed or not. */
const isPoint = (key: Uint8Array) =>
  (key.length === 33 && (key[0] === 2 || key[0] === 3)) || (key.length === 65 && key[0] === 4)
