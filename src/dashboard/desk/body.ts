/** Bodies of the dashboard's own requests: their fields, each checked, with a refusal that names the invalid one. */
import type { FastifyRequest } from 'fastify'
import { refuseField } from '../../core/refusal.ts'
import { parseJson } from '../../infra/http/json-body.ts'
import type { AuditFilter } from '../../operator/people/list-audit.ts'
import type { Assertion, Attestation } from '../../providers/passkeys/port.ts'

type Fields = Readonly<Record<string, unknown>>

const TEXT_MAX = 100_000
const UUID = /^(?:\w+:)?([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** @throws Refusal INVALID_INPUT unless the body is a JSON object */
function fieldsIn({ body }: FastifyRequest): Fields {
  const value = typeof body === 'string' ? parseJson(body) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuseField('INVALID_INPUT', 'body', 'must be a JSON object')
  return value as Fields
}

function text(fields: Fields, name: string, path = name): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '' || value.length > TEXT_MAX)
    refuseField('INVALID_INPUT', path, 'must be text')
  return value
}

/** @throws Refusal INVALID_INPUT, naming the field */
export const textIn = (request: FastifyRequest, name: string): string => text(fieldsIn(request), name)

/** Undefined for a field that is absent or empty. @throws Refusal INVALID_INPUT for one that is not text */
export function optionalIn(request: FastifyRequest, name: string): string | undefined {
  const fields = fieldsIn(request)
  return fields[name] === undefined || fields[name] === '' ? undefined : text(fields, name)
}

/** @throws Refusal INVALID_INPUT for anything except one of the words */
export function oneIn<Word extends string>(request: FastifyRequest, name: string, words: readonly Word[]): Word {
  const given = textIn(request, name)
  return (
    words.find((word) => word === given) ?? refuseField('INVALID_INPUT', name, `must be one of ${words.join(', ')}`)
  )
}

/** The UUID of an id, with or without the part before its colon. @throws Refusal INVALID_INPUT */
export const uuidIn = (request: FastifyRequest, name: string, fields: Fields = fieldsIn(request)): string =>
  UUID.exec(text(fields, name))?.[1] ?? refuseField('INVALID_INPUT', name, 'must be an id')

function objectIn(request: FastifyRequest, name: string): Fields {
  const value = fieldsIn(request)[name]
  if (typeof value !== 'object' || value === null) refuseField('INVALID_INPUT', name, 'must be an object')
  return value as Fields
}

/** @throws Refusal INVALID_INPUT, naming the field */
export function assertionIn(request: FastifyRequest): Assertion {
  const fields = objectIn(request, 'assertion')
  const part = (name: string) => text(fields, name, `assertion.${name}`)
  return {
    credentialId: part('credentialId'),
    clientDataJson: part('clientDataJson'),
    authenticatorData: part('authenticatorData'),
    signature: part('signature'),
    ...(fields.userHandle !== undefined && fields.userHandle !== null && { userHandle: part('userHandle') }),
  }
}

/** @throws Refusal INVALID_INPUT, naming the field */
export function attestationIn(request: FastifyRequest): Attestation {
  const fields = objectIn(request, 'attestation')
  const part = (name: string) => text(fields, name, `attestation.${name}`)
  return {
    credentialId: part('credentialId'),
    clientDataJson: part('clientDataJson'),
    attestationObject: part('attestationObject'),
  }
}

/** Filters of the audit chain; unknown names are ignored, as the pages send none. @throws Refusal INVALID_INPUT */
export function auditFilterIn({ query }: FastifyRequest): AuditFilter {
  const { actor, action, outcome, name, before } = query as Readonly<Record<string, unknown>>
  const one = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
  const number = one(before)
  if (number !== undefined && !/^\d{1,15}$/.test(number)) refuseField('INVALID_INPUT', 'before', 'must be a number')
  return {
    actor: one(actor),
    action: one(action),
    outcome: one(outcome),
    name: one(name),
    ...(number !== undefined && { before: Number(number) }),
  }
}
