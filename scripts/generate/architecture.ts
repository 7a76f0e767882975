/** Layers page: the layers of architecture.mjs as a table and a diagram. */
import { layers } from '../../architecture.mjs'
import { code, page, table } from './markdown.ts'
import { picture, quoted } from './pictures.ts'

/** `infra/db` → `infra`: the folders of one group are one box of the diagram. */
const groupOf = (layer: string): string => layer.split('/')[0] as string

/** Names of layers for a reader: a whole group as one, otherwise its folders after its name. */
function grouped(names: readonly string[]): string[] {
  const groups = [...new Set(names.map(groupOf))]
  return groups.map((group) => {
    const all = layers.filter(({ name }) => name.startsWith(`${group}/`))
    const named = names.filter((name) => groupOf(name) === group)
    if (all.length === 0) return group
    if (named.length === all.length) return `all of ${group}`
    return `${group}: ${named.map((name) => name.slice(group.length + 1)).join(' ')}`
  })
}

/** Dependencies between groups, without those that follow from others. */
function arrows(): Map<string, string[]> {
  const uses = new Map<string, Set<string>>()
  for (const { name, imports } of layers) {
    const used = uses.get(groupOf(name)) ?? new Set<string>()
    for (const below of imports) if (groupOf(below) !== groupOf(name)) used.add(groupOf(below))
    uses.set(groupOf(name), used)
  }
  const reaches = (from: string, to: string): boolean =>
    [...(uses.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return new Map(
    [...uses].map(([group, used]) => [
      group,
      [...used].filter((below) => ![...used].some((other) => other !== below && reaches(other, below))),
    ]),
  )
}

/** The picture of the layers. */
export function layersPicture(): Promise<string> {
  const found = arrows()
  const groups = [...found.keys()]
  const box = (group: string) => `f${groups.indexOf(group)}`
  const label = (group: string) => {
    const folders = layers
      .filter(({ name }) => name.startsWith(`${group}/`))
      .map(({ name }) => name.slice(group.length + 1))
    const lines = Array.from({ length: Math.ceil(folders.length / 4) }, (_, i) =>
      folders.slice(i * 4, i * 4 + 4).join(' · '),
    )
    return [group, ...lines].join('\n')
  }
  return picture('layers', [
    ...groups.toReversed().map((group) => `${box(group)} [label=${quoted(label(group))}]`),
    ...[...found].reverse().flatMap(([group, used]) => used.map((below) => `${box(group)} -> ${box(below)}`)),
  ])
}

export const architecturePage = (): string =>
  page(
    'Layers',
    'Which files may import which, as declared in [architecture.mjs](../../architecture.mjs) and enforced by dependency-cruiser in `npm run check`. The reasons: [docs/ARCHITECTURE.md](../ARCHITECTURE.md).',
    '![Layers of the source](pictures/layers.svg)',
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
