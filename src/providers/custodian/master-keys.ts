/** Owns how wallet secrets rest: each under a data key of its own, which the master key wraps. */
import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { seal, unseal } from '../../infra/crypto/secrets.ts'

/** @param current 32 bytes; seals @param former open what was sealed before a rotation, until it is resealed */
export interface MasterKeys {
  readonly current: Buffer
  readonly former: readonly Buffer[]
}

export interface Safe {
  /** @param purpose what the secret belongs to: it opens for nothing else */
  seal(secret: string, purpose: string): string
  /** @throws Error when the text, its purpose, or every master key at hand is another one */
  open(sealed: string, purpose: string): string
  /** The same secret with its data key wrapped by the current master key; undefined when it is already. */
  rewrap(sealed: string, purpose: string): string | undefined
}

const VERSION = 'c1'

/** The text is `c1.<id of the master key>.<wrapped data key>.<sealed secret>`. */
export function safeOf({ current, former }: MasterKeys): Safe {
  const masters = new Map([current, ...former].map((key) => [idOf(key), createSecretKey(key)]))
  const currentId = idOf(current)

  function parse(sealed: string, purpose: string) {
    const [version, masterId = '', wrapped = '', secret = ''] = sealed.split('.')
    const master = masters.get(masterId)
    if (version !== VERSION || !master) throw new Error('The key is sealed under a master key that is not configured')
    return { masterId, secret, dataKey: Buffer.from(unseal(master, wrapped, wrapping(purpose)), 'hex') }
  }
  const wrap = (dataKey: Buffer, purpose: string) =>
    seal(masters.get(currentId) as KeyObject, dataKey.toString('hex'), wrapping(purpose))
  const join = (wrapped: string, secret: string) => [VERSION, currentId, wrapped, secret].join('.')

  return {
    seal(secret, purpose) {
      const dataKey = randomBytes(32)
      return join(wrap(dataKey, purpose), seal(createSecretKey(dataKey), secret, purpose))
    },
    open(sealed, purpose) {
      const { dataKey, secret } = parse(sealed, purpose)
      return unseal(createSecretKey(dataKey), secret, purpose)
    },
    rewrap(sealed, purpose) {
      const { masterId, dataKey, secret } = parse(sealed, purpose)
      return masterId === currentId ? undefined : join(wrap(dataKey, purpose), secret)
    },
  }
}

const wrapping = (purpose: string) => `data key of ${purpose}`
/** Tells keys apart and says nothing about them. */
const idOf = (key: Buffer) => createHash('sha256').update('causeway master key').update(key).digest('hex').slice(0, 16)
