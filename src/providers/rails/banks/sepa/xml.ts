/** XML of ISO 20022 messages: a strict reader, and access to elements by path. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Day } from '../calendar.ts'
import { UnreadableFile } from '../messages.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  // One element or many: always a list.
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

type Raw = string | { readonly [name: string]: unknown }

/** An element of a message. Names are paths: `Acct.Id.IBAN`. */
export class Element {
  readonly #raw: Raw

  constructor(raw: Raw) {
    this.#raw = raw
  }

  /** All elements at a path, in their order. */
  all(path: string): Element[] {
    let found: Raw[] = [this.#raw]
    for (const name of path.split('.'))
      found = found.flatMap((raw) => (typeof raw === 'string' ? [] : ((raw[name] ?? []) as Raw[])))
    return found.map((raw) => new Element(raw))
  }

  /** The first element at a path. */
  one(path: string): Element | undefined {
    return this.all(path)[0]
  }

  /** Its text, or that of the first element at a path; undefined: there is none. */
  text(path?: string): string | undefined {
    if (path !== undefined) return this.one(path)?.text()
    const text = typeof this.#raw === 'string' ? this.#raw : this.#raw['#']
    return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
  }

  /** @throws UnreadableFile when there is none */
  need(path: string): string {
    return this.text(path) ?? missing(path)
  }

  attribute(name: string): string | undefined {
    const value = typeof this.#raw === 'string' ? undefined : this.#raw[`@${name}`]
    return typeof value === 'string' ? value : undefined
  }
}

function missing(path: string): never {
  throw new UnreadableFile(`${path} is missing`)
}

/**
 * The message in a document, and the name of its kind: `camt.053.001.08`.
 * @throws UnreadableFile for what is not a well-formed ISO 20022 document, or has a document type
 */
export function readDocument(bytes: Buffer): { readonly kind: string; readonly message: Element } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile('It is not UTF-8')
  }
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableFile('It has a document type, which ISO 20022 does not allow')
  const verdict = XMLValidator.validate(text)
  if (verdict !== true) throw new UnreadableFile(`Line ${verdict.err.line}: ${verdict.err.msg}`)
  const document = new Element(parser.parse(text) as Raw).one('Document')
  const [, name] = NAMESPACE.exec(text) ?? []
  if (document === undefined || name === undefined) throw new UnreadableFile('It is not an ISO 20022 document')
  return { kind: name, message: document }
}

/** Of the root element, with a prefix or without. */
const NAMESPACE =
  /<(?:\w+:)?Document\s[^>]*xmlns(?::\w+)?="urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})"/

/** `1234.5` as 123450: exact. @throws UnreadableFile for another form, or for fractions of a cent */
export function cents(text: string): bigint {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{0,5}))?$/.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(part.slice(2))) throw new UnreadableFile(`${text} is not an amount in cents`)
  return BigInt(whole + part.slice(0, 2).padEnd(2, '0'))
}

/** 123450 as `1234.50`. */
export function decimal(cents: bigint): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The day of a date, or of a moment as it is written there. @throws UnreadableFile when it is neither */
export function dayIn(element: Element | undefined): Day {
  const text = element?.text('Dt') ?? element?.text('DtTm') ?? ''
  if (!/^\d{4}-\d\d-\d\d/.test(text)) throw new UnreadableFile('A date is missing')
  return text.slice(0, 10)
}
