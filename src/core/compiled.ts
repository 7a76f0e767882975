/**
 * Owns functions that are made for the rows of one table, as text that V8 compiles. What serves all tables meets objects
 * of fifty shapes: V8 then looks for every field by its name and copies rows field by field, and that was a tenth of what
 * a payment costs the process.
 */

/** Makes something of each part once. */
export const made = <Part extends object, Made>(make: (part: Part) => Made): ((part: Part) => Made) => {
  const known = new Map<Part, Made>()
  return (part) => known.get(part) ?? (known.set(part, make(part)).get(part) as Made)
}

/** A function of its parameters. @param body never with anything in it that came from outside */
export const compiled = <Made>(parameters: readonly string[], body: string): Made =>
  new Function(...parameters, body) as Made

/** Makes an object with these fields. @param codeOf the code for the value of a field, by its name and its place */
export const making = (names: readonly string[], codeOf: (name: string, place: number) => string): string =>
  `return {${names.map((name, place) => `${JSON.stringify(name)}: ${codeOf(name, place)}`)}}`

/** Makes copies of rows in which some of the columns may be others. */
export const changer = <Row>(names: readonly string[], changing: readonly string[]) =>
  compiled<(row: Row, changes: Partial<Row>) => Row>(
    ['row', 'changes'],
    making(names, (name) =>
      changing.includes(name) ? `'${name}' in changes ? changes.${name} : row.${name}` : `row.${name}`,
    ),
  )
