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
  /**
   * The keys, fetched anew because those that are known did not fit. At most once in half a minute for an institution:
   * anybody can send a message that fits no key.
   * @returns undefined when it is too early for that. @throws UmaFault COUNTERPARTY_PUBKEY_FETCH_ERROR
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
  /** When they were last fetched before their time. */
  readonly anewAt: number | undefined
  /** No longer than this they are believed. */
  until: number
}

const KEYS_KEPT_MS = 10 * 60_000
const FETCHED_ANEW_EVERY_MS = 30_000
/** Anybody may cause a fetch by claiming to be some institution. */
const INSTITUTIONS_KEPT = 1000
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$/

/** The part of an address that says whose it is. */
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
    if (status !== 200) throw new Error(`The answer was ${status}`)
    const keys = PubKeyResponse.fromJson(body)
    if (![keys.getSigningPubKey(), keys.getEncryptionPubKey()].every(isPoint)) throw new Error('The keys are no points')
    return keys
  }
  /** Before an answer, so that many who ask at the same moment cause one fetch. */
  const fetched = (domain: string, anewAt = known.get(domain)?.anewAt): Entry => {
    known.delete(domain)
    if (known.size >= INSTITUTIONS_KEPT) known.delete(known.keys().next().value as string)
    const entry = { keys: fetchKeys(domain), anewAt, until: now() + KEYS_KEPT_MS }
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
      if (DOMAIN.test(domain) && (partners === 'ANYBODY' || partners.includes(domain))) return
      throw new UmaFault('COUNTERPARTY_NOT_ALLOWED', 'There is no agreement with this institution')
    },
    keysOf(domain) {
      const entry = known.get(domain)
      return keysIn(domain, entry && entry.until > now() ? entry : fetched(domain))
    },
    async newerKeysOf(domain) {
      const { anewAt = Number.NEGATIVE_INFINITY } = known.get(domain) ?? {}
      return now() - anewAt < FETCHED_ANEW_EVERY_MS ? undefined : keysIn(domain, fetched(domain, now()))
    },
  }
}

/** Compressed or not. */
const isPoint = (key: Uint8Array) =>
  (key.length === 33 && (key[0] === 2 || key[0] === 3)) || (key.length === 65 && key[0] === 4)
