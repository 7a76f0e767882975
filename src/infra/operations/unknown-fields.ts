/** Unknown fields of one request: near misses of known names are faults, all others are named in the reply (decision 82). */
import { LIMITS } from '../../../contract/limits.ts'
import { nearMiss } from '../../core/near-miss.ts'
import { didYouMean, type FieldError } from '../../core/refusal.ts'

/** Longest value of the header, so that it fits into any proxy's limit. */
const HEADER_LENGTH = 1000
const PATH_LENGTH = 100

export class UnknownFields {
  /** Dot paths of fields that have no effect. */
  readonly ignored: string[] = []
  readonly faults: FieldError[] = []
  private readonly root: string
  private met = 0

  /** @param root named in the error when there are too many: `body` or `query` */
  constructor(root: string) {
    this.root = root
  }

  /**
   * Records one field. @returns false when there are too many: the request is refused, and further fields are not
   * compared
   */
  meet(path: string, name: string, known: Iterable<string>): boolean {
    if (++this.met > LIMITS.unknownFields) {
      if (this.met === LIMITS.unknownFields + 1)
        this.faults.push({ field: this.root, message: `has more than ${LIMITS.unknownFields} unknown fields` })
      return false
    }
    const field = path === '' ? name : `${path}.${name}`
    const meant = nearMiss(name, known)
    if (meant === undefined) this.ignored.push(field)
    else this.faults.push({ field, message: `is unknown; ${didYouMean(meant)}` })
    return true
  }
}

/** The value of the header `Ignored-Fields`: paths separated by commas, in printable ASCII. */
export function ignoredFields(paths: readonly string[]): string {
  let text = ''
  for (const [index, path] of paths.entries()) {
    const part = `${index === 0 ? '' : ', '}${path.slice(0, PATH_LENGTH).replace(/[^\w.$:[\]-]/g, '?')}`
    if (text.length + part.length > HEADER_LENGTH) return `${text}, and ${paths.length - index} more`
    text += part
  }
  return text
}
