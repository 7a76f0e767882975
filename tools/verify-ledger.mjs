#!/usr/bin/env node
/**
 * Verifier of a ledger export: one file that needs Node 20 only, neither packages nor the installation.
 *
 * node verify-ledger.mjs ledger.jsonl [--expect <number:hash>] [--key <id>]
 *
 * It checks that the chain of checkpoints is complete and signed, that each seals exactly the postings before it, that
 * every balance is the sum of its postings and not below zero, and that every currency sums to zero on every platform.
 * `--expect` is the head that was recorded earlier, `--key` the key: without them a completely forged export is not
 * detected. Exit code: 0 if everything holds, 1 otherwise.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, realpathSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

class Fault extends Error {}
const hold = (isTrue, fault) => {
  if (!isTrue) throw new Fault(fault)
}

const sha256 = (text, encoding = 'hex') => createHash('sha256').update(text).digest(encoding)

/** JSON with the fields of every object sorted by name, over which hashes and signatures are made. */
function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  const fields = Object.keys(value).sort()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`
}

/** A posting as a checkpoint hashes it. */
const textOf = (p) =>
  [
    p.writtenIn,
    p.platform,
    p.transaction,
    p.line,
    p.from,
    p.to,
    p.currency,
    p.amount,
    p.fromAfter ?? '-',
    p.toAfter ?? '-',
    p.at,
  ].join()

/** House accounts have ids of their own form; their balances may be negative. */
const isHouse = (account) => account.startsWith('00000000-0000-8000-8')

const add = (sums, key, amount) => sums.set(key, (sums.get(key) ?? 0n) + amount)

/** Reads an export line by line, and checks each. */
class Ledger {
  keys = new Map()
  head = { number: 0, hash: '0'.repeat(64), to: -1, pageTo: undefined }
  heads = new Set()
  sealed = 0
  postings = 0
  /** Since the latest checkpoint. */
  open = { count: 0, hash: createHash('sha256'), moved: new Map() }
  last = undefined
  /** Sums of entries by account, and the currency of each. */
  sums = new Map()
  currencies = new Map()
  balances = new Map()
  isEnded = false

  line({ format, key, posting, checkpoint, balance, end }) {
    hold(!this.isEnded, 'There are lines after the end')
    if (format !== undefined) hold(format === 'causeway-ledger-1', `The format ${format} is unknown`)
    else if (key) this.key(key)
    else if (posting) this.posting(posting)
    else if (checkpoint) this.checkpoint(checkpoint)
    else if (balance) this.balance(balance)
    else hold((this.isEnded = end === true), 'There is a line that does not belong to an export')
  }

  /** Each key after the first is endorsed by the one before it. */
  key({ id, publicKey, endorsement }) {
    const jwk = { crv: 'Ed25519', kty: 'OKP', x: publicKey }
    hold(sha256(JSON.stringify(jwk), 'base64url') === id, `The key ${id} was changed`)
    const before = [...this.keys.values()].at(-1)
    const isEndorsed =
      before &&
      verify(null, Buffer.from(`causeway checkpoint key ${id}`), before, Buffer.from(endorsement ?? '', 'base64'))
    hold(!before || isEndorsed, `The key ${id} is not endorsed by the one before it`)
    this.keys.set(id, createPublicKey({ key: jwk, format: 'jwk' }))
  }

  posting(p) {
    const name = `${p.transaction} ${p.line}`
    hold(Number.isSafeInteger(p.amount) && p.amount > 0, `The posting ${name} has no positive amount`)
    hold(p.from !== p.to, `The posting ${name} has the same account on both sides`)
    hold((p.fromAfter ?? 0) >= 0 && (p.toAfter ?? 0) >= 0, `The posting ${name} leaves a balance below zero`)
    const order = [p.writtenIn, p.platform, p.transaction, p.line]
    hold(!this.last || isBefore(this.last, order), `The posting ${name} is there twice, or out of order`)
    this.last = order
    const { to, pageTo } = this.head
    const isAfter = pageTo === undefined ? p.writtenIn > to : isBefore([to, ...keyIn(pageTo)], order)
    hold(isAfter, `The posting ${name} was added to those of checkpoint ${this.head.number}`)
    for (const [account, sign] of [
      [p.from, -1n],
      [p.to, 1n],
    ]) {
      const id = `${p.platform} ${account}`
      hold(
        (this.currencies.get(id) ?? p.currency) === p.currency,
        `The account ${account} has postings in two currencies`,
      )
      this.currencies.set(id, p.currency)
      add(this.sums, id, sign * BigInt(p.amount))
    }
    add(this.open.moved, p.currency, BigInt(p.amount))
    this.open.hash.update(`${this.open.count++ > 0 ? '\n' : ''}${textOf(p)}`)
    this.postings++
  }

  checkpoint({ body, hash, signature }) {
    const { number, previous, postings, digest, moved, key } = body
    const { head, open } = this
    hold(body.kind === 'LEDGER' && number === head.number + 1, `Checkpoint ${head.number + 1} is missing`)
    hold(previous === head.hash, `Checkpoint ${number} does not follow the one before it`)
    hold(body.after === head.to && body.pageAfter === head.pageTo, `Checkpoint ${number} leaves postings out`)
    const text = canonical(body)
    hold(sha256(text) === hash, `Checkpoint ${number} was changed`)
    const signer = this.keys.get(key)
    hold(
      signer && verify(null, Buffer.from(text), signer, Buffer.from(signature, 'base64')),
      `The signature of checkpoint ${number} is wrong`,
    )
    hold(open.count >= postings, `${postings - open.count} postings of checkpoint ${number} are missing`)
    hold(open.count <= postings, `${open.count - postings} postings were added to those of checkpoint ${number}`)
    hold(open.hash.digest('hex') === digest, `A posting of checkpoint ${number} was changed`)
    const isSame = [...open.moved].every(([currency, amount]) => moved[currency] === String(amount))
    hold(isSame && Object.keys(moved).length === open.moved.size, `The sums of checkpoint ${number} are wrong`)
    this.sealed += postings
    hold(body.total === this.sealed, `The total of checkpoint ${number} is wrong`)
    this.head = { number, hash, to: body.to, pageTo: body.pageTo }
    this.heads.add(`${number}:${hash}`)
    this.open = { count: 0, hash: createHash('sha256'), moved: new Map() }
  }

  balance({ platform, account, currency, posted, held = 0 }) {
    const id = `${platform} ${account}`
    hold(!this.balances.has(id), `The balance of ${account} is there twice`)
    hold(isHouse(account) || (posted >= 0 && held >= 0 && held <= posted), `The balance of ${account} is below zero`)
    hold((this.currencies.get(id) ?? currency) === currency, `The account ${account} has postings in another currency`)
    hold((this.sums.get(id) ?? 0n) === BigInt(posted), `The balance of ${account} is not the sum of its postings`)
    this.balances.set(id, { book: `${platform} ${currency}`, posted: BigInt(posted) })
  }

  /** What holds for the whole. */
  finish({ expect, key }) {
    hold(this.isEnded, 'The export is not complete')
    for (const [id, sum] of this.sums) hold(this.balances.has(id) || sum === 0n, `The balance of ${id} is missing`)
    const books = new Map()
    for (const { book, posted } of this.balances.values()) add(books, book, posted)
    for (const [book, sum] of books) hold(sum === 0n, `${book} does not sum to zero, but to ${sum}`)
    hold(!expect || this.heads.has(expect), `The noted checkpoint ${expect} is not in the chain`)
    hold(!key || this.keys.has(key), `The noted key ${key} is not among the keys`)
    return {
      postings: this.postings,
      sealed: this.sealed,
      accounts: this.balances.size,
      checkpoints: this.head.number,
      head: `${this.head.number}:${this.head.hash}`,
      keys: [...this.keys.keys()],
    }
  }
}

function isBefore(one, other) {
  const at = one.findIndex((part, i) => part !== other[i])
  return at >= 0 && one[at] < other[at]
}

/** The key of a posting, as the body of a checkpoint has it. */
function keyIn(text) {
  const [platform, transaction, line] = text.split(',')
  return [platform, transaction, Number(line)]
}

/** @param lines of an export @throws Fault for what does not hold */
export async function verifyExport(lines, noted = {}) {
  const ledger = new Ledger()
  for await (const line of lines) if (line !== '') ledger.line(JSON.parse(line))
  return ledger.finish(noted)
}

function noted(args) {
  const [file, ...rest] = args
  const options = {}
  for (let i = 0; i < rest.length; i += 2) options[rest[i].replace(/^--/, '')] = rest[i + 1]
  return { file, options }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { file, options } = noted(process.argv.slice(2))
  try {
    hold(file, 'Name the file of the export')
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    console.log(JSON.stringify(await verifyExport(lines, options), null, 2))
  } catch (error) {
    console.error(
      error instanceof Fault || error instanceof SyntaxError ? `Not intact: ${error.message}` : String(error),
    )
    process.exitCode = 1
  }
}
