/** Words for requests. */
import type { RequestView } from '../../../../contract/operators/requests.ts'

/** The requested action in one line. */
export const subjectOf = ({ target, input }: Pick<RequestView, 'target' | 'input'>): string =>
  [target, input.role && `as ${input.role.toLowerCase()}`, input.account && `to ${input.account}`]
    .filter(Boolean)
    .join(' ')
