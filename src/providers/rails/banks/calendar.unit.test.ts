/** Calendars against the holiday lists that the ECB and the Federal Reserve Banks have published, and cut-offs over the year. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  businessDayFrom,
  businessDaysAfter,
  type Calendar,
  FEDERAL_RESERVE,
  localDay,
  momentAt,
  nextCutOff,
  TARGET,
} from './calendar.ts'

/** Closed days of a year that are not weekends. */
function closedWeekdays({ isBusinessDay }: Calendar, year: number): string[] {
  const days = Array.from({ length: 366 }, (_, i) => addDays(`${year}-01-01`, i)).filter((day) =>
    day.startsWith(`${year}`),
  )
  return days.filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !isBusinessDay(day))
}
const inYear = (year: number, days: string) => days.split(' ').map((day) => `${year}-${day}`)

describe('the TARGET calendar', () => {
  it.each([
    [2023, '04-07 04-10 05-01 12-25 12-26'],
    [2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
    [2025, '01-01 04-18 04-21 05-01 12-25 12-26'],
    [2026, '01-01 04-03 04-06 05-01 12-25'],
    [2027, '01-01 03-26 03-29'],
    [2028, '04-14 04-17 05-01 12-25 12-26'],
  ])('has the closing days that the ECB published for %i', (year, days) =>
    expect(closedWeekdays(TARGET, year)).toEqual(inYear(year, days)),
  )
})

describe('the Federal Reserve calendar', () => {
  it.each([
    [2024, '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25'],
    [2025, '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'],
    [2026, '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'],
    [2028, '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25'],
  ])('has the holidays that the Reserve Banks published for %i', (year, days) =>
    expect(closedWeekdays(FEDERAL_RESERVE, year)).toEqual(inYear(year, days)),
  )
})

const calendars = fc.constantFrom(TARGET, FEDERAL_RESERVE)
const moments = fc.integer({ min: Date.UTC(2022, 0, 1), max: Date.UTC(2040, 0, 1) })

describe('a cut-off', () => {
  it('is the first after the moment, on a business day, at one of the local times', () => {
    fc.assert(
      fc.property(calendars, moments, (calendar, moment) => {
        const times = ['09:30', '15:00']
        const cutOff = nextCutOff(calendar, moment, times)
        expect(cutOff).toBeGreaterThan(moment)
        const day = localDay(calendar, cutOff)
        expect(calendar.isBusinessDay(day)).toBe(true)
        expect(times.map((time) => momentAt(calendar, day, time))).toContain(cutOff)
        for (let between = localDay(calendar, moment); between <= day; between = addDays(between, 1))
          for (const time of times) {
            const other = momentAt(calendar, between, time)
            if (calendar.isBusinessDay(between) && other > moment) expect(other).toBeGreaterThanOrEqual(cutOff)
          }
      }),
    )
  })

  it('follows daylight saving of the bank, not of this machine', () => {
    expect(new Date(momentAt(TARGET, '2026-01-15', '15:00')).toISOString()).toBe('2026-01-15T14:00:00.000Z')
    expect(new Date(momentAt(TARGET, '2026-07-15', '15:00')).toISOString()).toBe('2026-07-15T13:00:00.000Z')
    expect(new Date(momentAt(FEDERAL_RESERVE, '2026-03-09', '16:00')).toISOString()).toBe('2026-03-09T20:00:00.000Z')
    expect(new Date(momentAt(FEDERAL_RESERVE, '2026-03-06', '16:00')).toISOString()).toBe('2026-03-06T21:00:00.000Z')
  })
})

describe('business days', () => {
  it('are counted without the closed ones between', () => {
    fc.assert(
      fc.property(calendars, moments, fc.integer({ min: 0, max: 10 }), (calendar, moment, count) => {
        const from = businessDayFrom(calendar, localDay(calendar, moment))
        const to = businessDaysAfter(calendar, from, count)
        let seen = 0
        for (let day = from; day < to; day = addDays(day, 1)) if (calendar.isBusinessDay(day)) seen++
        expect([calendar.isBusinessDay(to), seen]).toEqual([true, count])
      }),
    )
    expect(businessDaysAfter(TARGET, '2026-04-02', 1)).toBe('2026-04-07')
  })
})
