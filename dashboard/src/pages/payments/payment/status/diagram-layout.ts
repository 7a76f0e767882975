/** Layout of a lifecycle diagram: the successful path in a line, failures beside it. */
import type { Lifecycle } from '../../../../../../contract/lifecycle.ts'

export interface Box {
  readonly state: string
  /** Centre. */
  readonly x: number
  readonly y: number
}

export interface Edge {
  readonly move: string
  readonly from: string
  readonly to: string
  readonly when: string
  /** Path of an SVG. */
  readonly line: string
  /** Position of its name. */
  readonly label: { readonly x: number; readonly y: number }
}

export interface Layout {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly edges: readonly Edge[]
}

export const BOX = { width: 122, height: 36 }
/** States of the successful path; every other state is a failure. */
const MAIN = ['CREATED', 'PENDING', 'PROCESSING', 'COMPLETED']

/** Distances along the successful path, and from it to failed states. */
const WIDE = { along: 216, aside: 122, tight: 158, start: { along: 75, aside: 74 } }
const TALL = { along: 104, aside: 178, tight: 74, start: { along: 32, aside: 86 } }

/** @param tall the successful path runs downwards instead of to the right: for narrow screens */
export function computeLayout({ states, moves }: Lifecycle, tall: boolean): Layout {
  const scale = tall ? TALL : WIDE
  const main = MAIN.filter((state) => state in states)
  const length = scale.along * (main.length - 1)
  const rank = (state: string) => main.indexOf(state) * scale.along
  const aside = Object.keys(states)
    .filter((state) => !main.includes(state))
    .map((state) => ({
      state,
      pull: mean(
        Object.values(moves)
          .filter(({ to }) => to === state)
          .flatMap(({ from }) => from.map(rank)),
      ),
    }))
    .sort((a, b) => a.pull - b.pull)
  const first = (length - scale.tight * (aside.length - 1)) / 2
  const place = (along: number, across: number) => {
    const [a, b] = [scale.start.along + along, scale.start.aside + across]
    return tall ? { x: b, y: a } : { x: a, y: b }
  }
  const boxes: Box[] = [
    ...main.map((state) => ({ state, ...place(rank(state), 0) })),
    ...aside.map(({ state }, order) => ({ state, ...place(first + order * scale.tight, scale.aside) })),
  ]
  const at = new Map(boxes.map((box) => [box.state, box]))
  const edges = Object.entries(moves).flatMap(([move, { from, to, when }]) =>
    from.map((state) => ({
      move,
      from: state,
      to,
      when,
      ...curve(at.get(state) as Box, at.get(to) as Box, main, tall),
    })),
  )
  const across = scale.start.aside + scale.aside
  return tall
    ? { width: across + BOX.width / 2 + 2, height: scale.start.along * 2 + length, boxes, edges }
    : { width: scale.start.along * 2 + length, height: across + BOX.height / 2 + 4, boxes, edges }
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

function curve(a: Box, b: Box, main: readonly string[], tall: boolean): Pick<Edge, 'line' | 'label'> {
  const steps = main.indexOf(b.state) - main.indexOf(a.state)
  const [w, h] = [BOX.width / 2, BOX.height / 2]
  if (!main.includes(b.state))
    return tall ? bend(a.x + w, a.y, b.x - w, b.y, 'x') : bend(a.x, a.y + h, b.x, b.y - h, 'y')
  if (steps === 1) {
    return tall
      ? { line: `M${a.x} ${a.y + h}V${b.y - h}`, label: { x: a.x + 34, y: (a.y + b.y) / 2 + 4 } }
      : { line: `M${a.x + w} ${a.y}H${b.x - w}`, label: { x: (a.x + b.x) / 2, y: a.y - 8 } }
  }
  return tall
    ? {
        line: `M${a.x - w} ${a.y}C${a.x - w - 28} ${a.y} ${b.x - w - 28} ${b.y} ${b.x - w} ${b.y}`,
        label: { x: a.x - 34, y: (a.y + b.y) / 2 },
      }
    : {
        line: `M${a.x} ${a.y - h}C${a.x} ${a.y - h - 46} ${b.x} ${b.y - h - 46} ${b.x} ${b.y - h}`,
        label: { x: (a.x + b.x) / 2, y: a.y - h - 40 },
      }
}

/** An S between two sides that face each other. */
function bend(x1: number, y1: number, x2: number, y2: number, axis: 'x' | 'y'): Pick<Edge, 'line' | 'label'> {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2]
  const line =
    axis === 'x'
      ? `M${x1} ${y1}C${mx} ${y1} ${mx} ${y2} ${x2} ${y2}`
      : `M${x1} ${y1}C${x1} ${my} ${x2} ${my} ${x2} ${y2}`
  return { line, label: { x: mx, y: my } }
}
