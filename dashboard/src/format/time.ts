/** Times as text: relative and exact. */

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** @param moment RFC 3339 @param now milliseconds since 1970 */
export function formatAgo(moment: string, now: number): string {
  const seconds = Math.round((Date.parse(moment) - now) / 1000)
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return seconds > -10 && seconds < 5 ? 'just now' : relative.format(seconds, 'second')
}

/** With the day and the seconds, in the reader's own time. */
export const formatMoment = (moment: string): string => exact.format(new Date(moment))

/** The time of day to the millisecond: steps of a payment are close together. */
export const formatClock = (moment: string): string => clock.format(new Date(moment))

/** `247000` → `4:07`; never below zero. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Time left, in the two largest units that are not zero: `4 min 7 s`, `3 d 2 h`; `now` at zero. */
export function formatUntil(ms: number): string {
  let seconds = Math.ceil(ms / 1000)
  if (seconds <= 0) return 'now'
  const parts: string[] = []
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ] as const) {
    const count = Math.floor(seconds / size)
    seconds -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

/** First and last moment of a day of the reader, `2025-10-03`, as RFC 3339. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00.000`).toISOString()
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()
