/** Words for requests. */
import type { RequestKind, RequestView } from '../../../../contract/operators/requests.ts'

export const KIND_WORDS: Readonly<Record<RequestKind, string>> = {
  TASK_SETTLE: 'Move the money that the task is about',
  TASK_RETRY: 'Run the job again',
  TASK_CLOSE: 'Close the task without moving money',
  OPERATOR_INVITE: 'Invite an operator',
  OPERATOR_REMOVE: 'Remove an operator',
  FREEZE_RELEASE: 'Release what is frozen',
}

/** What is asked for, in a line. */
export const subjectOf = ({ target, input }: Pick<RequestView, 'target' | 'input'>): string =>
  [target, input.role && `as ${input.role.toLowerCase()}`, input.account && `to ${input.account}`]
    .filter(Boolean)
    .join(' ')
