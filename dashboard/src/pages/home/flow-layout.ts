/** Layout of the money flow: places in a grid, and a line for each pair of them between which money moved. */
import type { Flow } from '../../../../contract/ledger/balances.ts'

/** Rails are drawn twice: where money comes in, and where it goes out. */
const CELLS: Readonly<Record<string, readonly [along: number, aside: number]>> = {
  in: [0, 0],
  customers: [1, 0],
  fx: [2, 0],
  transit: [3, 0],
  out: [4, 0],
  platformFees: [0, 1],
  fees: [1, 1],
  cards: [2, 1],
  suspense: [3, 1],
  costs: [4, 1],
}
/** Drawn before any money has moved. */
const USUAL: readonly (readonly [from: string, to: string])[] = [
  ['in', 'customers'],
  ['customers', 'fx'],
  ['fx', 'transit'],
  ['transit', 'out'],
  ['customers', 'fees'],
]

export const NODE = { width: 104, height: 36 }
const WIDE = { along: 162, aside: 84, start: { along: 56, aside: 56 } }
const TALL = { along: 84, aside: 150, start: { along: 22, aside: 112 } }

export interface FlowNode {
  readonly place: string
  /** Centre. */
  readonly x: number
  readonly y: number
}

export interface FlowEdge {
  readonly from: string
  readonly to: string
  /** Path of an SVG. */
  readonly line: string
  /** Of all currencies; empty: no money has moved here. */
  readonly flows: readonly Flow[]
}

export interface FlowLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
}

/** @param tall money runs downwards instead of to the right: for narrow screens */
export function layoutFlow(flows: readonly Flow[], tall: boolean): FlowLayout {
  const moved = Map.groupBy(flows, ({ from, to }) =>
    pairName(from === 'rails' ? 'in' : from, to === 'rails' ? 'out' : to),
  )
  const pairs = new Set([...USUAL.map(([from, to]) => pairName(from, to)), ...moved.keys()])
  const edges = [...pairs].map((name) => {
    const [from = '', to = ''] = name.split(' ')
    return { from, to, line: lineBetween(from, to, tall), flows: moved.get(name) ?? [] }
  })
  const shown = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const nodes = [...shown].map((place) => ({ place, ...placeCentre(place, tall) }))
  const { along, aside, start } = tall ? TALL : WIDE
  const [length, depth] = [start.along * 2 + along * 4, start.aside + aside + NODE.height / 2 + 4]
  const across = start.aside + aside + NODE.width / 2 + 4
  return tall ? { width: across, height: length, nodes, edges } : { width: length, height: depth, nodes, edges }
}

const pairName = (from: string, to: string) => `${from} ${to}`

/** A place that is not in the grid is drawn where the costs are. */
const cellOf = (place: string) => CELLS[place] ?? ([4, 1] as const)

function placeCentre(place: string, tall: boolean): { x: number; y: number } {
  const { along, aside, start } = tall ? TALL : WIDE
  const [a, b] = cellOf(place)
  const [x, y] = [start.along + a * along, start.aside + b * aside]
  return tall ? { x: y, y: x } : { x, y }
}

/** Space between the end of a line and its place, for the arrowhead. */
const GAP = 5
/** Distance of a line from the one in the other direction. */
const BESIDE = 9

/** A straight line between neighbours, an arc around the places between others. What comes back runs beside it. */
function lineBetween(from: string, to: string, tall: boolean): string {
  const [a, b] = [placeCentre(from, tall), placeCentre(to, tall)]
  const [[fromAlong, fromAside], [toAlong, toAside]] = [cellOf(from), cellOf(to)]
  const isBack = toAlong < fromAlong || (toAlong === fromAlong && toAside < fromAside)
  const isInLine = fromAside === toAside
  if (isInLine && Math.abs(toAlong - fromAlong) > 1) return arc(a, b, { tall, isBack })
  const shift = isBack ? BESIDE : 0
  const [dx, dy] = isInLine === tall ? [shift, 0] : [0, shift]
  const [first, last] = [a, b].map(({ x, y }) => ({ x: x + dx, y: y + dy })) as [Point, Point]
  const [start, end] = [border(first, last, 0), border(last, first, GAP)]
  return `M${start.x} ${start.y}L${end.x} ${end.y}`
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Where the line from a place's centre to another point leaves its box. */
function border(centre: Point, other: Point, gap: number): Point {
  const [dx, dy] = [other.x - centre.x, other.y - centre.y]
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : (NODE.width / 2 + gap) / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : (NODE.height / 2 + gap) / Math.abs(dy),
  )
  return { x: round(centre.x + dx * scale), y: round(centre.y + dy * scale) }
}

function arc(a: Point, b: Point, { tall, isBack }: { readonly tall: boolean; readonly isBack: boolean }): string {
  const side = isBack ? 1 : -1
  if (tall) {
    const [x, bulge] = [side * (NODE.width / 2), side * 52]
    return `M${a.x + x} ${a.y}C${a.x + x + bulge} ${a.y} ${b.x + x + bulge} ${b.y} ${b.x + x + side * GAP} ${b.y}`
  }
  const [y, bulge] = [side * (NODE.height / 2), side * 44]
  return `M${a.x} ${a.y + y}C${a.x} ${a.y + y + bulge} ${b.x} ${b.y + y + bulge} ${b.x} ${b.y + y + side * GAP}`
}

const round = (value: number) => Math.round(value * 10) / 10
