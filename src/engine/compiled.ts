/**
 * Owns functions that are made for the rows of one table, as text that V8 compiles. What serves all tables meets objects
 * of fifty shapes: V8 then looks for every field by its name and copies rows field by field, and that was a tenth of what
 * a payment costs the process.
 */

/** A function of its parameters. @param body never with anything in it that came from outside */
export const compiled = <Made>(parameters: readonly string[], body: string): Made =>
  new Function(...parameters, body) as Made

/** Makes an object with these fields. @param codeOf the code for the value of a field, by its name and its place */
export const making = (names: readonly string[], codeOf: (name: string, place: number) => string): string =>
  `return {${names.map((name, place) => `${JSON.stringify(name)}: ${codeOf(name, place)}`)}}`

/** Makes copies of rows with exactly these fields. */
export const copier = <Row>(names: readonly string[]): ((row: Row) => Row) =>
  compiled(
    ['row'],
    making(names, (name) => `row.${name}`),
  )
