/** Directory of other institutions: their origins, which of them are partners, and their public keys. */
import { PubKeyResponse } from '@uma-sdk/core'
import { wallClock } from '../../core/clock.ts'
import { isLoopback } from '../../infra/egress/addresses.ts'
import { type Get, reasonOf } from '../../infra/egress/public-http.ts'
import { UmaFault } from './port.ts'

/** Institutions with which we settle payments: all, or those at these domains. */
export type Partners = 'ANY' | readonly string[]

export interface Institutions {
  /** `https://bank.example`; plain http for this machine, where that is allowed. */
  originOf(domain: string): string
  /** @throws UmaFault COUNTERPARTY_NOT_ALLOWED */
  refuseUnlessPartner(domain: string): void
  /** @throws UmaFault COUNTERPARTY_PUBKEY_FETCH_ERROR */
  keysOf(domain: string): Promise<PubKeyResponse>
  /**
   * The keys, fetched again because a signature fits none of the cached ones; at most once in 30 seconds per institution,
   * because any client can send such a signature.
   * @returns undefined when the last fetch was too recent. @throws UmaFault COUNTERPARTY_PUBKEY_FETCH_ERROR
   */
  newerKeysOf(domain: string): Promise<PubKeyResponse | undefined>
}

interface Options {
  readonly get: Get
  readonly partners: Partners
  /** Permits institutions on this machine. */
  readonly allowLoopback: boolean
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

interface Entry {
  readonly keys: Promise<PubKeyResponse>
  /** When they were last fetched before they expired. */
  readonly refetchedAt: number | undefined
  /** When the cached keys expire. */
  until: number
}

const KEYS_KEPT_MS = 10 * 60_000
const REFETCH_EVERY_MS = 30_000
/** Bounds the cache: any client can cause a fetch by naming some institution. */
const INSTITUTIONS_CACHED = 1000
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/

/** Domain of the institution in a UMA address. */
export const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1).toLowerCase()

export function institutionsReachedBy({ get, partners, allowLoopback, now = wallClock }: Options): Institutions {
  const known = new Map<string, Entry>()

  const originOf = (domain: string): string => {
    const host = domain.replace(/:\d+$/, '')
    const isHere = host === 'localhost' || host.endsWith('.localhost') || isLoopback(host)
    return `${allowLoopback && isHere ? 'http' : 'https'}://${domain}`
  }
  const fetchKeys = async (domain: string): Promise<PubKeyResponse> => {
    const { status, body } = await get(`${originOf(domain)}/.well-known/lnurlpubkey`)
    if (status !== 200) throw new Error(`it answered ${status}`)
    const keys = PubKeyResponse.fromJson(body)
    if (![keys.getSigningPubKey(), keys.getEncryptionPubKey()].every(isPoint))
      throw new Error('it answered with keys that are not points on the curve')
    return keys
  }
  /** Caches the pending fetch, so that concurrent callers share it. */
  const fetched = (domain: string, refetchedAt = known.get(domain)?.refetchedAt): Entry => {
    known.delete(domain)
    if (known.size >= INSTITUTIONS_CACHED) known.delete(known.keys().next().value as string)
    const entry = { keys: fetchKeys(domain), refetchedAt, until: now() + KEYS_KEPT_MS }
    known.set(domain, entry)
    return entry
  }
  const keysIn = async (domain: string, entry: Entry): Promise<PubKeyResponse> => {
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
  }
  return {
    originOf,
    refuseUnlessPartner(domain) {
      if (DOMAIN.test(domain) && (partners === 'ANY' || partners.includes(domain))) return
      throw new UmaFault('COUNTERPARTY_NOT_ALLOWED', 'This institution is not a partner of this installation')
    },
    keysOf(domain) {
      const entry = known.get(domain)
      return keysIn(domain, entry && entry.until > now() ? entry : fetched(domain))
    },
    async newerKeysOf(domain) {
      const { refetchedAt = Number.NEGATIVE_INFINITY } = known.get(domain) ?? {}
      return now() - refetchedAt < REFETCH_EVERY_MS ? undefined : keysIn(domain, fetched(domain, now()))
    },
  }
}

/** A point in SEC1 form, compressed or not. */
const isPoint = (key: Uint8Array) =>
  (key.length === 33 && (key[0] === 2 || key[0] === 3)) || (key.length === 65 && key[0] === 4)
