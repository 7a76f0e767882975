/** Blocklist screening: identifiers and names of a file that the operator maintains. */
import { readFile, stat } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Counterparty, Screening, ScreeningVerdict } from './port.ts'

interface Blocklist {
  /** Reason by normalized identifier. */
  readonly identifiers: ReadonlyMap<string, string>
  /** Reason by normalized name. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Screens against a CSV file with the columns `kind` (`identifier` or `name`), `value` and `reason`. The file is read
 * again whenever it has changed. While it is missing or wrong, nothing is cleared.
 */
export function blocklistScreening(path: string): Screening {
  let loaded: { readonly version: string; readonly list: Blocklist } | undefined
  const current = async (): Promise<Blocklist> => {
    const { mtimeMs, size } = await stat(path)
    const version = `${mtimeMs} ${size}`
    if (loaded?.version !== version) loaded = { version, list: blocklistIn(await readFile(path, 'utf8')) }
    return loaded.list
  }
  return { screen: async (counterparty) => screenAgainst(await current(), counterparty) }
}

/** @returns undefined without a file: nothing is screened */
export const screeningBy = (path: string | undefined): Screening | undefined =>
  path === undefined ? undefined : blocklistScreening(path)

function screenAgainst(
  { identifiers, names }: Blocklist,
  { identifier, names: given }: Counterparty,
): ScreeningVerdict {
  const byIdentifier = identifier === undefined ? undefined : identifiers.get(normalIdentifier(identifier))
  const reason = byIdentifier ?? given.map((name) => names.get(normalName(name))).find((found) => found !== undefined)
  return reason === undefined ? { verdict: 'CLEAR' } : { verdict: 'HOLD', reason }
}

/** @throws Error that names the first wrong line */
export function blocklistIn(text: string): Blocklist {
  const identifiers = new Map<string, string>()
  const names = new Map<string, string>()
  const rows = parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true, info: true }) as {
    readonly record: Readonly<Record<string, string | undefined>>
    readonly info: { readonly lines: number }
  }[]
  for (const { record, info } of rows) {
    const { kind, value, reason } = record
    const known = { identifier: [identifiers, normalIdentifier], name: [names, normalName] } as const
    const [list, normal] = known[kind as keyof typeof known] ?? []
    const key = normal?.(value ?? '')
    if (!list || !key || !reason)
      throw new Error(`Line ${info.lines} of the blocklist must have kind (identifier or name), value and reason`)
    list.set(key, reason)
  }
  return { identifiers, names }
}

/** Account numbers and addresses are written with and without spaces, hyphens and capitals. */
const normalIdentifier = (text: string): string => text.toLowerCase().replace(/[\s-]/g, '')

/** Without accents, punctuation, capitals and the order of the words. */
const normalName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')
