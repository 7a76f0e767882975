/** Countdown ring. */
import { useNow } from '../api/now.ts'
import { formatCountdown } from '../format/time.ts'

const RADIUS = 26
const AROUND = 2 * Math.PI * RADIUS

interface RingProps {
  readonly from: string
  readonly to: string
}

/** Counts down from one time to another, by the server's clock. */
export function Ring({ from, to }: RingProps) {
  const left = Date.parse(to) - useNow(1000)
  const share = Math.min(1, Math.max(0, left / (Date.parse(to) - Date.parse(from))))
  const hurry = share < 0.2
  return (
    <div
      role="timer"
      aria-label={`Valid for another ${formatCountdown(left)}`}
      className={`relative size-17 shrink-0 ${hurry ? 'text-bad' : 'text-accent'}`}
    >
      <svg viewBox="0 0 60 60" className="size-full -rotate-90" fill="none" strokeWidth="4" aria-hidden="true">
        <circle cx="30" cy="30" r={RADIUS} className="stroke-line" />
        <circle
          cx="30"
          cy="30"
          r={RADIUS}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
          className="transition-[stroke-dashoffset] duration-1000 ease-linear"
        />
      </svg>
      <span className="money absolute inset-0 grid place-items-center font-semibold text-ink">
        {formatCountdown(left)}
      </span>
    </div>
  )
}
