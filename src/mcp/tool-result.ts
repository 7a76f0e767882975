/** Tool results: the reply of the API as text and data, preceded by a sentence that says what to do next. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { AgentAction } from '../../contract/agents/agent-actions.ts'
import { AGENT_RULES } from '../../contract/agents/agent-policies.ts'
import type { AgentReply, Refused } from './ask.ts'

/** URL of the dashboard's approvals page, for one action or all that wait; undefined without a dashboard. */
export type ApprovalPage = (actionId?: string) => Promise<string | undefined>

export async function toolResult(reply: AgentReply, approvalPage: ApprovalPage): Promise<CallToolResult> {
  const result = await resultFor(reply, approvalPage)
  if (!reply.ignored) return result
  const text = `IGNORED, because the API does not know these fields: ${reply.ignored}.`
  return { ...result, content: [{ type: 'text', text }, ...result.content] }
}

async function resultFor({ status, body }: AgentReply, approvalPage: ApprovalPage): Promise<CallToolResult> {
  if (status >= 400) return { isError: true, ...content(errorText(body as Refused), body) }
  if (status === 202) return content(SIGN_FIRST, body)
  if (isWaitingPayee(body)) {
    const approvalUrl = await approvalPage()
    return content(waitingPayeeText(body, approvalUrl), { ...body, ...(approvalUrl && { approvalUrl }) })
  }
  if (!isAction(body)) return content(status === 204 ? 'Done.' : undefined, body)
  if (body.status !== 'PENDING_APPROVAL') return content(DECIDED[body.status](body), body)
  const approvalUrl = await approvalPage(body.id)
  return content(waitingText(body, approvalUrl), { ...body, ...(approvalUrl && { approvalUrl }) })
}

const SIGN_FIRST =
  'SIGNATURE NEEDED. Nothing has been paid: the source is an embedded wallet. Its holder signs payloadToSign; then call again with walletSignature, requestId and the same idempotencyKey.'

/** Only actions have such an id. */
const isAction = (body: unknown): body is AgentAction =>
  typeof body === 'object' && body !== null && 'id' in body && String(body.id).startsWith('AgentAction:')

/** An external account that waits for the platform's approval. */
const isWaitingPayee = (body: unknown): body is { id: string; status: 'PENDING' } =>
  typeof body === 'object' &&
  body !== null &&
  String((body as { id?: unknown }).id).startsWith('ExternalAccount:') &&
  (body as { status?: unknown }).status === 'PENDING'

const waitingPayeeText = ({ id }: { id: string }, approvalUrl: string | undefined): string =>
  `PENDING APPROVAL. ${id} is registered, but cannot be paid before the platform has approved it${approvalUrl ? ` at ${approvalUrl}` : ''}. Tell your user so. list_actions shows the pending action (ADD_EXTERNAL_ACCOUNT); wait_for_decision or get_action with its id returns the decision.`

function waitingText({ id, type, approvalRule }: AgentAction, approvalUrl: string | undefined): string {
  if (type === 'ADD_EXTERNAL_ACCOUNT')
    return `PENDING APPROVAL. The payee cannot be paid yet; a person at the platform decides${approvalUrl ? ` at ${approvalUrl}` : ''}.`
  const why = approvalRule ? ` ${AGENT_RULES[approvalRule]}.` : ''
  const where = approvalUrl ? ` at ${approvalUrl}` : ''
  return `PENDING APPROVAL. Nothing has been paid yet.${why} A person at the platform decides${where}. Tell your user so. Do not request the payment again: wait_for_decision or get_action with the id ${id} returns the decision.`
}

const DECIDED: Record<Exclude<AgentAction['status'], 'PENDING_APPROVAL'>, (action: AgentAction) => string> = {
  APPROVED: ({ type, transaction, externalAccount }) =>
    type === 'ADD_EXTERNAL_ACCOUNT'
      ? `APPROVED. ${externalAccount?.id ?? 'The payee'} can be paid now.`
      : `APPROVED and started. ${transaction ? `The payment is ${transaction.id}, now ${transaction.status}: get_transaction returns its outcome.` : 'The payment is in progress.'}`,
  REJECTED: ({ rejectionReason }) =>
    `REJECTED by the platform. Nothing was paid, and nothing will be.${rejectionReason ? ` Reason: ${rejectionReason}` : ''}`,
  FAILED: ({ failureReason }) => `FAILED: ${failureReason ?? 'it could not be executed'}. No money has moved.`,
}

function errorText({ code, message, details }: Refused): string {
  const rule = details?.rule ? ` Rule of the policy: ${details.rule}.` : ''
  const fields = details?.errors?.map(({ field, message }) => `\n- ${field} ${message}`).join('') ?? ''
  return `${code}: ${message}.${rule}${RETRY[code] ?? ''}${fields}`
}

/** What to do next, for the errors after which a wrong step could pay twice. */
const RETRY: Readonly<Record<string, string>> = {
  OUTCOME_UNKNOWN:
    ' The call may or may not have taken effect. Call again with the same idempotencyKey and arguments, never with another key.',
  IDEMPOTENCY_KEY_REUSED:
    ' Repeat the arguments that you first used with this key; for another payment or change, use another key.',
}

/** Text for models, data for programs. */
function content(sentence: string | undefined, body: unknown): Pick<CallToolResult, 'content' | 'structuredContent'> {
  const text = [sentence, body === undefined ? undefined : JSON.stringify(body)].filter(Boolean).join('\n\n')
  return {
    content: [{ type: 'text', text }],
    ...(typeof body === 'object' && body !== null && { structuredContent: body as Record<string, unknown> }),
  }
}
