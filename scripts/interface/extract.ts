/**
 * Writes public-interface.generated.json: `node --import tsx scripts/interface/extract.ts <OpenAPI file>`, YAML or
 * JSON. It keeps only the facts that our own document is compared with.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { factsOf } from './facts.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the OpenAPI document to read')

const WIDTH = 120
const spaced = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(/\[ | \]/g, (bracket) => bracket.trim())

/** JSON with each value on one line where it fits. @param room columns that are left of the first line */
function shown(value: unknown, indent = '', room = WIDTH): string {
  const line = spaced(value)
  if (typeof value !== 'object' || value === null || line.length < room) return line
  const within = `${indent}  `
  const item = (name: string, part: unknown) => within + name + shown(part, within, WIDTH - within.length - name.length)
  const items = Array.isArray(value)
    ? value.map((part) => item('', part))
    : Object.entries(value).map(([name, part]) => item(`${JSON.stringify(name)}: `, part))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.join(',\n')}\n${indent}${close}`
}

const facts = factsOf(parse(readFileSync(file, 'utf8')))
writeFileSync(new URL('public-interface.generated.json', import.meta.url), `${shown(facts)}\n`)
