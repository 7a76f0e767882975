/** Combined calls: requests in the same turn of the event loop become one call, such as one statement. */

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** @param work returns the results in the order of the items; what it throws is thrown to all callers */
export function inOneCall<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  const call = async () => {
    const callers = waiting
    waiting = []
    try {
      const results = await work(callers.map(({ item }) => item))
      callers.forEach(({ resolve }, i) => void resolve(results[i] as Result))
    } catch (error) {
      for (const { reject } of callers) reject(error)
    }
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ item, resolve, reject }) === 1) setImmediate(() => void call())
    })
}

/** Makes a value once for each object, such as a store; it is released with the object. */
export function oncePer<Part extends object, Made>(make: (part: Part) => Made): (part: Part) => Made {
  const made = new WeakMap<Part, Made>()
  return (part) => {
    const known = made.get(part)
    if (known !== undefined) return known
    const value = make(part)
    made.set(part, value)
    return value
  }
}
