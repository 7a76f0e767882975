/** Table of sandbox values and their outcomes. */
import type { ReactNode } from 'react'

interface OutcomesProps {
  /** Value and sentence. */
  readonly rows: readonly (readonly [value: string, scenario: string])[]
  /** What the values are. */
  readonly children: ReactNode
}

export function Outcomes({ rows, children }: OutcomesProps) {
  return (
    <section aria-label="Sandbox outcomes" className="rounded-xl bg-sunken px-4 py-3 text-sm">
      <p className="text-muted">
        <span className="font-semibold">Sandbox:</span> {children}
      </p>
      <dl className="mt-1.5 grid grid-cols-1 gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)] gap-y-0.5">
        {rows.map(([value, scenario]) => (
          <Row key={value} value={value} scenario={scenario} />
        ))}
      </dl>
    </section>
  )
}

function Row({ value, scenario }: { value: string; scenario: string }) {
  return (
    <>
      <dt className="font-mono [overflow-wrap:anywhere] max-sm:mt-1.5">{value}</dt>
      <dd>{scenario}</dd>
    </>
  )
}
