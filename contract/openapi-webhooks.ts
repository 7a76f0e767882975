/** Webhooks of the OpenAPI document: what endpoints receive, and what they may answer. */
import { named } from './components.ts'
import { EVENTS, type WebhookEntry } from './events/events.ts'

const json = (schema: unknown) => ({ 'application/json': { schema } })
const signatureHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})
const signatureHeaders = [
  signatureHeader('X-Service-Signature', '`{"v":"1","s":"<base64 DER>"}`: ECDSA P-256 with SHA-256 over the raw body'),
  signatureHeader('webhook-id', 'Standard Webhooks: id of the event'),
  signatureHeader('webhook-timestamp', 'Standard Webhooks: seconds since 1970'),
  signatureHeader('webhook-signature', 'Standard Webhooks: signature'),
]

const entries = Object.entries<WebhookEntry>(EVENTS)

const answersOf = ({ answers = {} }: WebhookEntry) =>
  Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema }]) => [
      status,
      { description, ...(schema && { content: json(named(schema)) }) },
    ]),
  )

export const webhooks = () =>
  Object.fromEntries(
    entries.map(([name, entry]) => [
      name,
      {
        post: {
          operationId: entry.operationId,
          summary: entry.summary,
          security: [],
          parameters: signatureHeaders,
          requestBody: { required: true, content: json(named(entry.schema)) },
          responses: {
            ...answersOf(entry),
            '2XX': { description: 'Accepted' },
            409: { description: 'Already accepted' },
            410: { description: 'No further events are sent' },
          },
        },
      },
    ]),
  )

/** Schemas of the events and their responses. */
export const webhookSchemas = entries.flatMap(([, { schema, answers = {} }]) => [
  schema,
  ...Object.values(answers).map((answer) => answer.schema),
])
