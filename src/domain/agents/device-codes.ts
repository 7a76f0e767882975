/** Owns device codes: how a program becomes an agent, once. */
import { notFound, refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { existingAgent } from './live-agent.ts'
import { noteDecision } from './note-decision.ts'
import { type Agent, agents, type DeviceCode, deviceCodes } from './tables.ts'

const VALID_MS = 24 * 60 * 60_000

/** Makes a code the one that can be redeemed; those before it are of no use any more. */
export function addDeviceCode(rows: Rows, agent: Agent, codeHash: string): { agent: Agent; deviceCode: DeviceCode } {
  const deviceCode = rows.add(deviceCodes, {
    codeHash,
    agentId: agent.id,
    expiresAt: rows.now + VALID_MS,
    redeemedAt: null,
    createdAt: rows.now,
  })
  return { agent: rows.change(agents, agent, { deviceCodeHash: codeHash }), deviceCode }
}

/** The agent keeps its access token until the code is redeemed (decision 76). @throws Refusal AGENT_NOT_FOUND */
export function newDeviceCode(rows: Rows, agentId: string, codeHash: string, actor: string): DeviceCode {
  const agent = existingAgent(rows, agentId)
  const noted = noteDecision(rows, agent, { actor, operation: 'regenerateAgentDeviceCode', outcome: 'DONE' })
  return addDeviceCode(rows, noted, codeHash).deviceCode
}

/**
 * Spends the code for an access token; the one before ends with this commit.
 * @param tokenHash HMAC of the new token
 * @throws Refusal AGENT_DEVICE_CODE_NOT_FOUND, AGENT_DEVICE_CODE_EXPIRED, AGENT_DEVICE_CODE_REDEEMED
 */
export function redeemDeviceCode(rows: Rows, codeHash: string, tokenHash: string): Agent {
  const code = rows.get(deviceCodes, codeHash)
  if (code.redeemedAt !== null) refuse('AGENT_DEVICE_CODE_REDEEMED', 'This device code was redeemed before')
  if (code.expiresAt <= rows.now) refuse('AGENT_DEVICE_CODE_EXPIRED', 'This device code is too old; ask for another')
  const agent = rows.get(agents, code.agentId)
  if (agent.deletedAt !== null || agent.deviceCodeHash !== codeHash) throw notFound('AgentDeviceCode')
  rows.change(deviceCodes, code, { redeemedAt: rows.now })
  const noted = noteDecision(rows, agent, {
    actor: 'DeviceCode',
    operation: 'redeemAgentDeviceCode',
    outcome: 'DONE',
  })
  return rows.change(agents, noted, { tokenHash, updatedAt: rows.now })
}
