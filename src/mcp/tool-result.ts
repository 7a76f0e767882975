/** Owns what a model is told of a reply: a sentence where one is needed, and the reply as it came. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { AgentAction } from '../../contract/agents/agent-actions.ts'
import { AGENT_RULES } from '../../contract/agents/agent-policies.ts'
import type { AgentReply, Refused } from './ask.ts'

/** Address of the page where a person decides, about one action or all that wait; undefined where there is none. */
export type ApprovalPage = (actionId?: string) => Promise<string | undefined>

export async function resultOf(reply: AgentReply, approvalPage: ApprovalPage): Promise<CallToolResult> {
  const result = await resultFor(reply, approvalPage)
  if (!reply.ignored) return result
  const text = `IGNORED, because this tool knows no such fields: ${reply.ignored}.`
  return { ...result, content: [{ type: 'text', text }, ...result.content] }
}

async function resultFor({ status, body }: AgentReply, approvalPage: ApprovalPage): Promise<CallToolResult> {
  if (status >= 400) return { isError: true, ...told(errorText(body as Refused), body) }
  if (status === 202) return told(SIGN_FIRST, body)
  if (isWaitingPayee(body)) {
    const approvalUrl = await approvalPage()
    return told(waitingPayeeText(body, approvalUrl), { ...body, ...(approvalUrl && { approvalUrl }) })
  }
  if (!isAction(body)) return told(status === 204 ? 'Done.' : undefined, body)
  if (body.status !== 'PENDING_APPROVAL') return told(DECIDED[body.status](body), body)
  const approvalUrl = await approvalPage(body.id)
  return told(waitingText(body, approvalUrl), { ...body, ...(approvalUrl && { approvalUrl }) })
}

const SIGN_FIRST =
  'SIGNATURE NEEDED. Nothing has been paid: the source is an embedded wallet. Its holder signs payloadToSign; then call again with walletSignature, requestId and the same idempotencyKey.'

/** Of the replies, actions alone have such an id. */
const isAction = (body: unknown): body is AgentAction =>
  typeof body === 'object' && body !== null && 'id' in body && String(body.id).startsWith('AgentAction:')

/** An external account that the platform has to approve first. */
const isWaitingPayee = (body: unknown): body is { id: string; status: 'PENDING' } =>
  typeof body === 'object' &&
  body !== null &&
  String((body as { id?: unknown }).id).startsWith('ExternalAccount:') &&
  (body as { status?: unknown }).status === 'PENDING'

const waitingPayeeText = ({ id }: { id: string }, approvalUrl: string | undefined): string =>
  `PENDING APPROVAL. ${id} is registered, but cannot be paid before a person of the platform has approved it${approvalUrl ? ` at ${approvalUrl}` : ''}. Tell your user so. list_actions shows the action that waits (ADD_EXTERNAL_ACCOUNT); wait_for_decision or get_action with its id says what was decided.`

function waitingText({ id, type, approvalRule }: AgentAction, approvalUrl: string | undefined): string {
  if (type === 'ADD_EXTERNAL_ACCOUNT')
    return `PENDING APPROVAL. The payee cannot be paid yet; a person of the platform decides${approvalUrl ? ` at ${approvalUrl}` : ''}.`
  const why = approvalRule ? ` ${AGENT_RULES[approvalRule]}.` : ''
  const where = approvalUrl ? ` at ${approvalUrl}` : ''
  return `PENDING APPROVAL. Nothing has been paid yet.${why} A person of the platform decides${where}. Tell your user so. Do not ask for the payment again: wait_for_decision or get_action with the id ${id} says what was decided.`
}

const DECIDED: Record<Exclude<AgentAction['status'], 'PENDING_APPROVAL'>, (action: AgentAction) => string> = {
  APPROVED: ({ type, transaction, externalAccount }) =>
    type === 'ADD_EXTERNAL_ACCOUNT'
      ? `APPROVED. ${externalAccount?.id ?? 'The payee'} can be paid now.`
      : `APPROVED, and begun. The payment is ${transaction ? `${transaction.id}, ${transaction.status} as of now` : 'under way'}; what becomes of it, its transaction says.`,
  REJECTED: ({ rejectionReason }) =>
    `REJECTED by the platform. Nothing was paid, and nothing will be.${rejectionReason ? ` The reason given: ${rejectionReason}` : ''}`,
  FAILED: ({ failureReason }) => `FAILED: ${failureReason ?? 'it could not be executed'}. No money has moved.`,
}

function errorText({ code, message, details }: Refused): string {
  const rule = details?.rule ? ` Rule of the policy: ${details.rule}.` : ''
  const fields = details?.errors?.map(({ field, message }) => `\n- ${field} ${message}`).join('') ?? ''
  return `${code}: ${message}.${rule}${RETRY[code] ?? ''}${fields}`
}

/** What to do, where it matters most that it is not something else. */
const RETRY: Readonly<Record<string, string>> = {
  OUTCOME_UNKNOWN:
    ' It may have been carried out or not. Call again with the same idempotencyKey and arguments, never with another key.',
  IDEMPOTENCY_KEY_REUSED:
    ' Take the arguments that you used first with this key, or, for another intention, another key.',
}

/** As text for models, and as data for programs. */
function told(sentence: string | undefined, body: unknown): Pick<CallToolResult, 'content' | 'structuredContent'> {
  const text = [sentence, body === undefined ? undefined : JSON.stringify(body)].filter(Boolean).join('\n\n')
  return {
    content: [{ type: 'text', text }],
    ...(typeof body === 'object' && body !== null && { structuredContent: body as Record<string, unknown> }),
  }
}
