/** Error of work that cannot begin yet, although nothing is wrong with it: a job that throws it waits for as long as it takes. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}
