/** Business-day calendars of TARGET and the Federal Reserve, by rule, and cut-offs in a bank's local time. */

/** A day as `YYYY-MM-DD`. */
export type Day = string

/** A calendar with the time zone in which the bank's cut-offs are given. */
export interface Calendar {
  /** Whether the scheme settles on that day. */
  isBusinessDay(day: Day): boolean
  /** IANA name. */
  readonly zone: string
}

const DAY_MS = 86_400_000
const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number): Day => new Date(moment).toISOString().slice(0, 10)

/** The day this many days later; earlier, if negative. */
export const addDays = (day: Day, count: number): Day => dayOf(at(day) + count * DAY_MS)
/** 0 is Sunday. */
const weekday = (day: Day): number => new Date(at(day)).getUTCDay()
const isWeekend = (day: Day): boolean => weekday(day) === 0 || weekday(day) === 6
const date = (year: number, month: number, day: number): Day => dayOf(Date.UTC(year, month - 1, day))
const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return date(year, Math.floor(n / 31), (n % 31) + 1)
}

/** Closing days of TARGET, without weekends (ECB, long-term calendar of 14 December 2000). */
function targetHolidays(year: number): Day[] {
  const easter = easterSunday(year)
  return [
    date(year, 1, 1),
    addDays(easter, -2),
    addDays(easter, 1),
    date(year, 5, 1),
    date(year, 12, 25),
    date(year, 12, 26),
  ]
}

/** The nth of a weekday in a month; counted from the end if negative. */
function nth(year: number, month: number, day: number, count: number): Day {
  if (count > 0) {
    const first = date(year, month, 1)
    return addDays(first, ((day - weekday(first) + 7) % 7) + 7 * (count - 1))
  }
  const last = dayOf(Date.UTC(year, month, 0))
  return addDays(last, -((weekday(last) - day + 7) % 7) + 7 * (count + 1))
}

const MONDAY = 1
const THURSDAY = 4

/**
 * Holidays of the Federal Reserve Banks. One on a Sunday is observed on the Monday after it; one on a Saturday is not
 * moved.
 */
const federalReserveHolidays = (year: number): Day[] =>
  [
    date(year, 1, 1),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    nth(year, 5, MONDAY, -1),
    date(year, 6, 19),
    date(year, 7, 4),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    date(year, 11, 11),
    nth(year, 11, THURSDAY, 4),
    date(year, 12, 25),
  ].map((day) => (weekday(day) === 0 ? addDays(day, 1) : day))

function calendar(zone: string, holidays: (year: number) => readonly Day[]): Calendar {
  const years = new Map<number, ReadonlySet<Day>>()
  return {
    zone,
    isBusinessDay(day) {
      const year = yearOf(day)
      let closed = years.get(year)
      if (closed === undefined) {
        closed = new Set(holidays(year))
        years.set(year, closed)
      }
      return !isWeekend(day) && !closed.has(day)
    },
  }
}

/** TARGET, in which SEPA payments settle. */
export const TARGET = calendar('Europe/Berlin', targetHolidays)
/** The Federal Reserve Banks, which settle ACH. Juneteenth is observed from 2022. */
export const FEDERAL_RESERVE = calendar('America/New_York', federalReserveHolidays)

/** That day if it is a business day, otherwise the next one. */
export function businessDayFrom({ isBusinessDay }: Calendar, day: Day): Day {
  let found = day
  while (!isBusinessDay(found)) found = addDays(found, 1)
  return found
}

/** The nth business day after a day. */
export function businessDaysAfter(calendar: Calendar, day: Day, count: number): Day {
  let found = day
  for (let i = 0; i < count; i++) found = businessDayFrom(calendar, addDays(found, 1))
  return found
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local wall clock at a moment, as if it were UTC. */
function localTime(zone: string, moment: number): number {
  let clock = clocks.get(zone)
  if (clock === undefined) {
    const digits = { hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      ...digits,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    clocks.set(zone, clock)
  }
  const part = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second } = part as Record<string, number>
  return Date.UTC(year as number, (month as number) - 1, day, hour, minute, second)
}

/** The local day at a moment, in milliseconds since 1970. */
export const localDay = ({ zone }: Calendar, moment: number): Day => dayOf(localTime(zone, moment))

/** The local time `HH:MM`. */
export const localTimeOfDay = ({ zone }: Calendar, moment: number): string =>
  new Date(localTime(zone, moment)).toISOString().slice(11, 16)

/** The moment of a local time `HH:MM` on a day. In the hour that daylight saving repeats: one of the two. */
export function momentAt({ zone }: Calendar, day: Day, time: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const guess = wanted - (localTime(zone, wanted) - wanted)
  return guess - (localTime(zone, guess) - wanted)
}

/** The first cut-off after a moment. @param times of a day, `HH:MM`, at least one */
export function nextCutOff(calendar: Calendar, moment: number, times: readonly string[]): number {
  for (let day = localDay(calendar, moment); ; day = addDays(day, 1)) {
    if (!calendar.isBusinessDay(day)) continue
    const later = times.map((time) => momentAt(calendar, day, time)).filter((found) => found > moment)
    if (later.length > 0) return Math.min(...later)
  }
}
