/** Owns the page of floors: the layers of architecture.mjs as a table and as a picture. */
import { layers } from '../../architecture.mjs'
import { code, mermaid, page, table } from '../markdown.ts'

/** `infra/db` → `infra`: folders of one floor are one box of the picture. */
const floorOf = (layer: string): string => layer.split('/')[0] as string

/** Names of layers for a reader: a whole floor as one, the folders of a floor after its name. */
function grouped(names: readonly string[]): string[] {
  const floors = [...new Set(names.map(floorOf))]
  return floors.map((floor) => {
    const all = layers.filter(({ name }) => name.startsWith(`${floor}/`))
    const named = names.filter((name) => floorOf(name) === floor)
    if (all.length === 0) return floor
    if (named.length === all.length) return `all of ${floor}`
    return `${floor}: ${named.map((name) => name.slice(floor.length + 1)).join(' ')}`
  })
}

/** Which floor uses which, without what follows from other arrows. */
function arrows(): Map<string, string[]> {
  const uses = new Map<string, Set<string>>()
  for (const { name, imports } of layers) {
    const used = uses.get(floorOf(name)) ?? new Set<string>()
    for (const below of imports) if (floorOf(below) !== floorOf(name)) used.add(floorOf(below))
    uses.set(floorOf(name), used)
  }
  const reaches = (from: string, to: string): boolean =>
    [...(uses.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return new Map(
    [...uses].map(([floor, used]) => [
      floor,
      [...used].filter((below) => ![...used].some((other) => other !== below && reaches(other, below))),
    ]),
  )
}

function picture(): string {
  const found = arrows()
  const floors = [...found.keys()]
  const box = (floor: string) => `f${floors.indexOf(floor)}`
  const label = (floor: string) => {
    const folders = layers
      .filter(({ name }) => name.startsWith(`${floor}/`))
      .map(({ name }) => name.slice(floor.length + 1))
    const lines = Array.from({ length: Math.ceil(folders.length / 4) }, (_, i) =>
      folders.slice(i * 4, i * 4 + 4).join(' · '),
    )
    return [floor, ...lines].join('<br>')
  }
  return mermaid([
    'graph TD',
    ...floors.toReversed().map((floor) => `  ${box(floor)}["${label(floor)}"]`),
    ...[...found].reverse().flatMap(([floor, used]) => used.map((below) => `  ${box(floor)} --> ${box(below)}`)),
  ])
}

export const architecturePage = (): string =>
  page(
    'Floors',
    'Who may import whom. [architecture.mjs](../../architecture.mjs) says it, dependency-cruiser enforces it in `npm run check`, and this page is written from it. Why it is so: [docs/ARCHITECTURE.md](../ARCHITECTURE.md).',
    picture(),
    'An arrow means "may import"; arrows that follow from others are left out. Inside `infra` and `domain` a folder may import those named before it, never those after it.',
    table(
      ['Layer', 'Files', 'What it is', 'May import'],
      layers.map(({ name, files, about, imports, ...more }) => {
        const types = 'typesOf' in more && more.typesOf ? more.typesOf.map((layer) => `${layer} (types)`) : []
        const outside = 'outside' in more && more.outside ? more.outside.map(code) : []
        return [name, code(files), about, [...grouped(imports), ...types, ...outside].join(', ') || 'nothing']
      }),
    ),
    'Where a layer names packages or Node modules, it may use no others; where it names none, any. The exceptions are the tables of the contract, which may use nothing at all.',
  )
