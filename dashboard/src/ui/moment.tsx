/** Owns how a moment looks: how long ago, with the exact time at hand. */
import { useNow } from '../api/now.ts'
import { formatAgo, formatMoment } from '../format/time.ts'

export function Ago({ moment, className = '' }: { moment: string; className?: string }) {
  const now = useNow(5000)
  return (
    <time dateTime={moment} title={formatMoment(moment)} className={`money ${className}`}>
      {formatAgo(moment, now)}
    </time>
  )
}
