/** Usage of an agent's limits, as bars. */
import type { Agent } from '../../../../contract/agents/agents.ts'
import { decimalsOf } from '../../format/currency.ts'
import { formatMinor } from '../../format/money.ts'

/** Above this share a bar warns. */
const NEAR = 0.8

interface GaugesProps {
  readonly agent: Agent
  /** The usage of one more payment, in minor units of the limits' currency; null: unknown in that currency. */
  readonly more?: number | null
}

export function Gauges({ agent: { usage, policy }, more }: GaugesProps) {
  const sum = more ?? 0
  const { currency, dailyLimit, dailyTransactionLimit, monthlyLimit } = policy.spendingLimits
  const money = { text: (minor: number) => formatMinor(minor, decimalsOf(currency)), unit: ` ${currency}` }
  const count = { text: (number: number) => number.toLocaleString('en'), unit: '' }
  return (
    <div className="flex flex-col gap-3.5">
      <Gauge name="Spent today" used={usage.dailySpend} most={dailyLimit} more={sum} {...money} />
      <Gauge
        name="Payments today"
        used={usage.dailyTransactionCount}
        most={dailyTransactionLimit}
        more={more === undefined ? 0 : 1}
        {...count}
      />
      <Gauge name="Spent this month" used={usage.monthlySpend} most={monthlyLimit} more={sum} {...money} />
    </div>
  )
}

interface GaugeProps {
  readonly name: string
  readonly used: number
  /** Absent or null: there is no limit. */
  readonly most: number | null | undefined
  readonly more: number
  readonly text: (value: number) => string
  /** Behind the last figure. */
  readonly unit: string
}

function Gauge({ name, used, most, more, text, unit }: GaugeProps) {
  const hasLimit = most !== null && most !== undefined
  const share = (value: number) => (hasLimit && most > 0 ? Math.min(1, value / most) : 1)
  const isOver = hasLimit && used + more > most
  const look = share(used) >= NEAR ? 'bg-wait' : 'bg-accent'
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-muted">{name}</span>
        <span className="money">
          <span className="font-medium">{text(used)}</span>
          {more > 0 && <span className={isOver ? 'text-bad' : 'text-accent'}> → {text(used + more)}</span>}
          <span className="text-muted">{hasLimit ? ` of ${text(most)}${unit}` : `${unit}, no limit`}</span>
        </span>
      </p>
      {hasLimit && (
        <meter aria-label={name} max={Math.max(most, 1)} value={Math.min(used, most)} className="sr-only">
          {`${text(used)} of ${text(most)}${unit}`}
        </meter>
      )}
      <div aria-hidden="true" className="mt-1.5 flex h-2 overflow-hidden rounded-full bg-sunken">
        {hasLimit && (
          <>
            <div className={`transition-[width] duration-500 ${look}`} style={{ width: `${share(used) * 100}%` }} />
            <div
              className={`transition-[width] duration-500 ${isOver ? 'bg-bad' : 'bg-accent/40'}`}
              style={{ width: `${more > 0 ? (share(used + more) - share(used)) * 100 : 0}%` }}
            />
          </>
        )}
      </div>
    </div>
  )
}
