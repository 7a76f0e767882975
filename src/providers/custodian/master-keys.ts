/** Wallet secrets at rest: each sealed under its own data key, which the master key wraps. */
import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { seal, unseal } from '../../infra/crypto/secrets.ts'

/**
 * @param current 32 bytes: seals new secrets @param former open secrets sealed before a rotation, until they are
 * resealed
 */
export interface MasterKeys {
  readonly current: Buffer
  readonly former: readonly Buffer[]
}

/** A sealed secret with its unwrapped data key. */
export interface OpenedText {
  readonly dataKey: Buffer
  /** Whether the wallet has ever had a credential. */
  readonly isHeld: boolean
  readonly isCurrent: boolean
  /** @throws Error when the text was tampered with */
  secret(): string
  /** The same secret under the same data key, wrapped by the current master key. */
  rewrap(isHeld: boolean): string
}

export interface Safe {
  /** @param purpose bound into the sealed text; it opens for no other */
  seal(secret: string, purpose: string, isHeld?: boolean): string
  /** @throws Error when the text was tampered with, has another purpose, or was sealed under an unknown master key */
  open(sealed: string, purpose: string): OpenedText
  /** The secret of a text in the older format, which names no holder. @throws Error as `open` */
  openFormer(sealed: string, purpose: string): string
}

const VERSION = 'c2'
const FORMER_VERSION = 'c1'
const [HELD, FREE] = ['held', 'free']

/** Whether a text has the older format, which named no wallet. */
export const isFormer = (sealed: string): boolean => sealed.startsWith(`${FORMER_VERSION}.`)

/** The text is `c2.<id of the master key>.<held or free>.<wrapped data key>.<sealed secret>`. */
export function safeOf({ current, former }: MasterKeys): Safe {
  const masters = new Map([current, ...former].map((key) => [idOf(key), createSecretKey(key)]))
  const currentId = idOf(current)

  function masterOf(id: string): KeyObject {
    const master = masters.get(id)
    if (!master) throw new Error('The key is sealed under a master key that is not configured')
    return master
  }
  function join(dataKey: Buffer, secret: string, purpose: string, isHeld: boolean): string {
    const state = isHeld ? HELD : FREE
    const wrapped = seal(masterOf(currentId), dataKey.toString('hex'), wrapping(purpose, state))
    return [VERSION, currentId, state, wrapped, secret].join('.')
  }
  return {
    seal(secret, purpose, isHeld = false) {
      const dataKey = randomBytes(32)
      return join(dataKey, seal(createSecretKey(dataKey), secret, purpose), purpose, isHeld)
    },
    open(sealed, purpose) {
      const [version, masterId = '', state = '', wrapped = '', secret = ''] = sealed.split('.')
      if (version !== VERSION) throw new Error('The key is sealed in an unknown form')
      const dataKey = Buffer.from(unseal(masterOf(masterId), wrapped, wrapping(purpose, state)), 'hex')
      return {
        dataKey,
        isHeld: state === HELD,
        isCurrent: masterId === currentId,
        secret: () => unseal(createSecretKey(dataKey), secret, purpose),
        rewrap: (isHeld) => join(dataKey, secret, purpose, isHeld),
      }
    },
    openFormer(sealed, purpose) {
      const [, masterId = '', wrapped = '', secret = ''] = sealed.split('.')
      const dataKey = Buffer.from(unseal(masterOf(masterId), wrapped, `data key of ${purpose}`), 'hex')
      return unseal(createSecretKey(dataKey), secret, purpose)
    },
  }
}

const wrapping = (purpose: string, state: string) => `data key of ${purpose}, ${state}`
/** Id of a master key: distinguishes keys and reveals nothing about them. */
const idOf = (key: Buffer) => createHash('sha256').update('causeway master key').update(key).digest('hex').slice(0, 16)
