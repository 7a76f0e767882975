/** Diagram of a payment's lifecycle, with its own path highlighted. */
import { useEffect, useState } from 'react'
import type { Lifecycle } from '../../../../../../contract/lifecycle.ts'
import { useNarrow } from '../../../../format/narrow.ts'
import { BOX, type Box, computeLayout, type Edge } from './diagram-layout.ts'

/** How long a state is highlighted before the next one that was reached in the meantime. */
const STEP_MS = 420

const LOOKS = {
  over: { box: 'fill-muted stroke-muted', text: 'fill-surface font-semibold' },
  lost: { box: 'fill-bad stroke-bad', text: 'fill-surface font-semibold' },
  here: { box: 'fill-accent stroke-accent', text: 'fill-on-accent font-semibold' },
  passed: { box: 'fill-accent-soft stroke-accent', text: 'fill-ink font-medium' },
  dim: { box: 'fill-surface stroke-edge/60', text: 'fill-muted' },
} as const

const LINES = {
  over: { stroke: 'stroke-muted', fill: 'fill-muted' },
  lost: { stroke: 'stroke-bad', fill: 'fill-bad' },
  here: { stroke: 'stroke-accent', fill: 'fill-accent' },
} as const

/** Unsuccessful final states. */
const LOST = new Set(['FAILED', 'REJECTED', 'REFUNDED'])

const endOf = (state: string): keyof typeof LINES => (LOST.has(state) ? 'lost' : state === 'EXPIRED' ? 'over' : 'here')

export function StateDiagram({ machine, path }: { machine: Lifecycle; path: readonly string[] }) {
  const tall = useNarrow()
  const lit = path.slice(0, useWalk(path.length))
  const { width, height, boxes, edges } = computeLayout(machine, tall)
  const step = (edge: Edge) => lit.findIndex((state, place) => state === edge.from && lit[place + 1] === edge.to)
  const ordered = edges.toSorted((a, b) => step(a) - step(b))
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Path: ${path.join(', then ')}`}
        data-lit={lit.join(' ')}
        className="mx-auto block w-full"
        style={{ maxWidth: width }}
      >
        {ordered.map((edge) => (
          <Move key={`${edge.from}-${edge.move}`} edge={edge} isLit={step(edge) >= 0} />
        ))}
        {boxes.map((box) => (
          <State key={box.state} box={box} about={machine.states[box.state] ?? ''} look={lookFor(box.state, lit)} />
        ))}
      </svg>
    </figure>
  )
}

function lookFor(state: string, lit: readonly string[]): keyof typeof LOOKS {
  if (state === lit.at(-1)) return endOf(state)
  return lit.includes(state) ? 'passed' : 'dim'
}

function Move({ edge: { line, move, label, when, to }, isLit }: { edge: Edge; isLit: boolean }) {
  const { stroke, fill } = LINES[endOf(to)]
  return (
    <g>
      <title>{`${move}: ${when}`}</title>
      <path
        d={line}
        fill="none"
        pathLength={1}
        strokeWidth={isLit ? 2.5 : 1.25}
        strokeLinecap="round"
        className={isLit ? `animate-draw ${stroke}` : 'stroke-edge/50'}
      />
      {isLit && (
        <text
          {...label}
          textAnchor="middle"
          className={`animate-arrive stroke-surface ${fill} text-[11px] font-medium [paint-order:stroke] [stroke-width:4px]`}
        >
          {move}
        </text>
      )}
    </g>
  )
}

function State({ box: { state, x, y }, about, look }: { box: Box; about: string; look: keyof typeof LOOKS }) {
  return (
    <g>
      <title>{about}</title>
      <rect
        x={x - BOX.width / 2}
        y={y - BOX.height / 2}
        width={BOX.width}
        height={BOX.height}
        rx={BOX.height / 2}
        strokeWidth="1.5"
        className={`transition-colors duration-300 ${LOOKS[look].box}`}
      />
      <text
        x={x}
        y={y + 4}
        textAnchor="middle"
        className={`text-[12px] tracking-wide transition-colors duration-300 ${LOOKS[look].text}`}
      >
        {state}
      </text>
    </g>
  )
}

/** How many states are highlighted: initially all known ones, then one after another, so that the eye can follow. */
function useWalk(length: number): number {
  const [shown, setShown] = useState(length)
  useEffect(() => {
    if (shown >= length) return
    const timer = setTimeout(() => setShown(shown + 1), shown === 0 ? 0 : STEP_MS)
    return () => clearTimeout(timer)
  }, [shown, length])
  return Math.min(shown, length)
}
