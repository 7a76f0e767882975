/** Timestamps as text. */
let texts = new Map<number, string>()

/** RFC 3339 with milliseconds and `Z`. Memoized: all rows of a batch have the same time. */
export function isoTime(moment: number): string {
  let text = texts.get(moment)
  if (text === undefined) {
    if (texts.size > 1000) texts = new Map()
    text = new Date(moment).toISOString()
    texts.set(moment, text)
  }
  return text
}
