/**
 * Compiled functions for the rows of one table, from text. A function that serves all tables meets objects of fifty
 * shapes: V8 then looks up every field by name and copies rows field by field, a tenth of a payment's CPU (ADR 21).
 */

/** Memoizes a function of one object. */
export const memoized = <Part extends object, Made>(make: (part: Part) => Made): ((part: Part) => Made) => {
  const known = new Map<Part, Made>()
  return (part) => known.get(part) ?? (known.set(part, make(part)).get(part) as Made)
}

/** A function of these parameters. @param body code; must not contain external input */
export const compiled = <Made>(parameters: readonly string[], body: string): Made =>
  new Function(...parameters, body) as Made

/** Code of a function's body that returns an object with these fields. @param codeOf the code for the value of a field, by its name and index */
export const returnObject = (names: readonly string[], codeOf: (name: string, place: number) => string): string =>
  `return {${names.map((name, place) => `${JSON.stringify(name)}: ${codeOf(name, place)}`)}}`

/** A function that copies a row with some of its columns changed. */
export const changer = <Row>(names: readonly string[], changing: readonly string[]) =>
  compiled<(row: Row, changes: Partial<Row>) => Row>(
    ['row', 'changes'],
    returnObject(names, (name) =>
      changing.includes(name) ? `'${name}' in changes ? changes.${name} : row.${name}` : `row.${name}`,
    ),
  )
