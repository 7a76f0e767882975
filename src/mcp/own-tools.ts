/** Own tools, without an operation of the API: wait for a decision, and describe one external account type. */
import { setTimeout as pause } from 'node:timers/promises'
import { agentMeOperations } from '../../contract/agents/agents-me.ts'
import { elapsed } from '../core/clock.ts'
import { type AgentReply, type Ask, refusal } from './ask.ts'
import { ACCOUNT_TYPES, accountSchema, objectSchema } from './input-schema.ts'
import type { Tool } from './operation-tools.ts'
import type { Arguments } from './tool-request.ts'

/** A tool that can be called. */
export interface AnsweringTool extends Tool {
  /** @param isCancelled whether the caller has stopped waiting, or the process is shutting down */
  answer(ask: Ask, args: Arguments, isCancelled: () => boolean): Promise<AgentReply>
}

/** Well below the 60 seconds after which clients time out and proxies close the connection. */
const WAIT_SECONDS_MAX = 30
const POLL_MS = 500

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

export const ownTools: readonly AnsweringTool[] = [
  {
    name: 'wait_for_decision',
    title: 'Wait until the platform has decided on an action',
    description: `Returns the action as soon as the platform has approved or rejected it, or unchanged after \`seconds\`. A person decides, which can take hours: after a few calls tell your user that it is waiting, and call get_action later.`,
    inputSchema: objectSchema(
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
    title: 'Describe an external account type',
    description:
      'Returns the JSON Schema of `accountInfo` for create_external_account: the fields that an account of this type needs.',
    inputSchema: objectSchema({ accountType: { type: 'string', enum: ACCOUNT_TYPES, examples: ['USD_ACCOUNT'] } }, [
      'accountType',
    ]),
    annotations,
    permission: 'MANAGE_EXTERNAL_ACCOUNTS',
    answer: async (_ask, { accountType }) => {
      const accountInfo = accountSchema(String(accountType))
      if (accountInfo) return { status: 200, body: { accountInfo } }
      return wrongField('accountType', `must be one of ${ACCOUNT_TYPES.join(', ')}`, 'Unknown account type')
    },
  },
]

/** @param summary where the message about the field is long */
const wrongField = (field: string, message: string, summary = `${field} ${message}`): AgentReply =>
  refusal(400, 'INVALID_INPUT', summary, { errors: [{ field, message }] })

/** Polls, because the decision may be made in another process. */
async function waitForDecision(
  ask: Ask,
  { actionId, seconds = WAIT_SECONDS_MAX }: Arguments,
  isCancelled: () => boolean,
) {
  if (!Number.isInteger(seconds) || Number(seconds) < 1 || Number(seconds) > WAIT_SECONDS_MAX)
    return wrongField('seconds', `must be an integer from 1 to ${WAIT_SECONDS_MAX}`)
  const read = () => ask('agentGetAction', { params: { actionId } })
  const until = elapsed() + Number(seconds) * 1000
  let reply = await read()
  while (isWaiting(reply) && elapsed() < until && !isCancelled()) {
    await pause(POLL_MS)
    reply = await read()
  }
  return reply
}

const isWaiting = ({ status, body }: AgentReply): boolean =>
  status === 200 && (body as { status?: string }).status === 'PENDING_APPROVAL'
