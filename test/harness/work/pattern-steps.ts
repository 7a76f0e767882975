/** Pattern steps: a backtracking matcher for the patterns of the contract that counts its steps, which engines do not report. */

type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

/**
 * Number of characters that a matcher examines for one text; it tries alternatives in the order of JavaScript's engine.
 */
export function countSteps({ source, flags }: RegExp, text: string): number {
  const subject = flags.includes('i') ? text.toLowerCase() : text
  let steps = 0
  let place = 0
  const peek = () => source[place]
  const taken = (word: string) => source.startsWith(word, place) && (place += word.length) > 0

  const character =
    (fits: (char: string) => boolean): Matcher =>
    (at, next) => {
      steps++
      return at < subject.length && fits(subject[at] as string) && next(at + 1)
    }

  function alternatives(): Matcher {
    const all = [sequence()]
    while (taken('|')) all.push(sequence())
    return (at, next) => all.some((one) => one(at, next))
  }

  function sequence(): Matcher {
    const parts: Matcher[] = []
    while (place < source.length && peek() !== '|' && peek() !== ')') parts.push(quantified(atom()))
    return (at, next) => {
      const from = (index: number, here: number): boolean =>
        index === parts.length ? next(here) : (parts[index] as Matcher)(here, (after) => from(index + 1, after))
      return from(0, at)
    }
  }

  function quantified(one: Matcher): Matcher {
    const range = /^(?:([*+?])|\{(\d+)(,(\d*))?\})/.exec(source.slice(place))
    if (!range) return one
    place += range[0].length
    const [, mark, least, comma, most] = range
    const min = mark ? (mark === '+' ? 1 : 0) : Number(least)
    const max = mark
      ? mark === '?'
        ? 1
        : Number.POSITIVE_INFINITY
      : comma
        ? Number(most || Number.POSITIVE_INFINITY)
        : min
    return (at, next) => {
      const again = (count: number, here: number): boolean =>
        (count < max && one(here, (after) => (after > here || count < min) && again(count + 1, after))) ||
        (count >= min && next(here))
      return again(0, at)
    }
  }

  function atom(): Matcher {
    if (taken('^')) return (at, next) => at === 0 && next(at)
    if (taken('$')) return (at, next) => at === subject.length && next(at)
    const look = /^\(\?([=!])/.exec(source.slice(place))
    if (look) {
      place += look[0].length
      const inner = closedBy()
      return (at, next) => inner(at, () => true) === (look[1] === '=') && next(at)
    }
    if (taken('(?:') || taken('(')) return closedBy()
    const [unit] = /^(?:\[(?:\\.|[^\]\\])*\]|\\.|.)/s.exec(source.slice(place)) as RegExpExecArray
    place += unit.length
    const fits = new RegExp(`^${unit}$`, flags)
    const known = new Map<string, boolean>()
    return character((char) => {
      if (!known.has(char)) known.set(char, fits.test(char))
      return known.get(char) as boolean
    })
  }

  function closedBy(): Matcher {
    const inner = alternatives()
    if (!taken(')')) throw new Error(`The matcher does not know all of ${source}`)
    return inner
  }

  const whole = alternatives()
  if (place < source.length) throw new Error(`The matcher does not know all of ${source}`)
  if (!source.startsWith('^')) throw new Error(`${source} is tried at every place of a text`)
  whole(0, () => true)
  return steps
}
