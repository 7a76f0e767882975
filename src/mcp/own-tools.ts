/** Owns the tools that are no operation: waiting for a decision, and the fields of one kind of external account. */
import { setTimeout as pause } from 'node:timers/promises'
import { agentMeOperations } from '../../contract/agents/agents-me.ts'
import { elapsed } from '../core/clock.ts'
import { type AgentReply, type Ask, refusal } from './ask.ts'
import { ACCOUNT_KINDS, accountSchema, inputOf } from './input-schema.ts'
import type { Tool } from './operation-tools.ts'
import type { Arguments } from './tool-request.ts'

/** A tool with what it does. */
export interface AnsweringTool extends Tool {
  /** @param isOver says when nobody waits for the answer any more */
  answer(ask: Ask, args: Arguments, isOver: () => boolean): Promise<AgentReply>
}

/** Well below the minute after which clients give up, and proxies close. */
const WAIT_SECONDS_MAX = 30
const LOOK_MS = 500

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

export const ownTools: readonly AnsweringTool[] = [
  {
    name: 'wait_for_decision',
    title: 'Wait until the platform has decided about an action',
    description: `Answers with the action as soon as the platform has approved or rejected it, or as it is after \`seconds\`. A person decides, and that can take hours: after a few times tell your user that it waits, and ask get_action later.`,
    inputSchema: inputOf(
      {
        ...agentMeOperations.agentGetAction.params.properties,
        seconds: { type: 'integer', minimum: 1, maximum: WAIT_SECONDS_MAX, default: WAIT_SECONDS_MAX },
      },
      ['actionId'],
    ),
    annotations,
    permission: undefined,
    answer: waitForDecision,
  },
  {
    name: 'describe_account_type',
    title: 'Describe a kind of external account',
    description:
      'Answers with the JSON Schema of `accountInfo` for create_external_account: what must be known of an account in that country or network.',
    inputSchema: inputOf({ accountType: { type: 'string', enum: ACCOUNT_KINDS, examples: ['USD_ACCOUNT'] } }, [
      'accountType',
    ]),
    annotations,
    permission: 'MANAGE_EXTERNAL_ACCOUNTS',
    answer: async (_ask, { accountType }) => {
      const accountInfo = accountSchema(String(accountType))
      if (accountInfo) return { status: 200, body: { accountInfo } }
      return wrongField('accountType', `must be one of ${ACCOUNT_KINDS.join(', ')}`)
    },
  },
]

const wrongField = (field: string, message: string): AgentReply =>
  refusal(400, 'INVALID_INPUT', `${field} ${message}`, { errors: [{ field, message }] })

/** Looks again and again: the decision may be made in another process. */
async function waitForDecision(ask: Ask, { actionId, seconds = WAIT_SECONDS_MAX }: Arguments, isOver: () => boolean) {
  if (!Number.isInteger(seconds) || Number(seconds) < 1 || Number(seconds) > WAIT_SECONDS_MAX)
    return wrongField('seconds', `must be a whole number from 1 to ${WAIT_SECONDS_MAX}`)
  const look = () => ask('agentGetAction', { params: { actionId } })
  const until = elapsed() + Number(seconds) * 1000
  let reply = await look()
  while (isWaiting(reply) && elapsed() < until && !isOver()) {
    await pause(LOOK_MS)
    reply = await look()
  }
  return reply
}

const isWaiting = ({ status, body }: AgentReply): boolean =>
  status === 200 && (body as { status?: string }).status === 'PENDING_APPROVAL'
