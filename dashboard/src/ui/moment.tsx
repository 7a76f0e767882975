/** Relative time, with the exact time as its title. */
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
