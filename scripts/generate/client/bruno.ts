/** Bruno collection: one request for every operation, with its example. */
import { contract } from '../../../contract/contract.ts'
import { EXAMPLE_IDS } from '../../../contract/examples/example-ids.ts'
import { REQUEST_EXAMPLES } from '../../../contract/examples/request-examples.ts'
import { API_VERSION } from '../../../contract/openapi.ts'
import type { Operation } from '../../../contract/operation.ts'

const EXAMPLES: Readonly<Record<string, object>> = REQUEST_EXAMPLES
const FOLDER = 'examples/bruno'

const block = (name: string, lines: readonly string[]): string => `${name} {\n${indented(lines)}}\n`
const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('')
/** Replaces ids of the examples by variables of the environment. */
const withVariables = (text: string): string =>
  Object.entries(EXAMPLE_IDS).reduce((left, [name, id]) => left.replaceAll(id, `{{${name}}}`), text)
const json = (value: object): string[] => withVariables(JSON.stringify(value, null, 2)).split('\n')

const CREDENTIALS = {
  platform: ['auth: basic', block('auth:basic', ['username: {{clientId}}', 'password: {{clientSecret}}'])],
  AGENT: ['auth: bearer', block('auth:bearer', ['token: {{agentAccessToken}}'])],
  DEVICE_CODE: ['auth: none', ''],
} as const

const variables = [
  `baseUrl: http://localhost:4700/${API_VERSION}`,
  'clientId: ',
  ...Object.keys(EXAMPLE_IDS).map((name) => `${name}: `),
]

/** The files of the collection, by their paths. */
export function brunoCollection(): Record<string, () => string> {
  const collection = { version: '1', name: 'Causeway', type: 'collection' }
  const requests = Object.entries<Operation>(contract).map(([id, operation], place) => {
    const file = `${FOLDER}/${operation.tag}/${id}.bru`
    return [file, () => request(id, operation, place + 1)] as const
  })
  return {
    [`${FOLDER}/bruno.json`]: () => `${JSON.stringify(collection, null, 2)}\n`,
    [`${FOLDER}/environments/Sandbox.bru`]: () =>
      `${block('vars', variables)}vars:secret [\n  clientSecret,\n  agentAccessToken\n]\n`,
    ...Object.fromEntries(requests),
  }
}

function request(id: string, operation: Operation, seq: number): string {
  const { method, path, summary, description, permission, params, multipart, noIdempotencyKey } = operation
  const [auth, credentials] =
    CREDENTIALS[permission === 'AGENT' || permission === 'DEVICE_CODE' ? permission : 'platform']
  const example = EXAMPLES[id]
  const body = example ? (multipart ? 'multipartForm' : 'json') : 'none'
  const names = Object.keys(params?.properties ?? {})
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`
  const takesKey = method !== 'GET' && !noIdempotencyKey
  return [
    block('meta', [`name: ${id}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${body}`, auth]),
    ...(names.length > 0
      ? [
          block(
            'params:path',
            names.map((name) => `${name}: `),
          ),
        ]
      : []),
    ...(takesKey ? [block('headers', ['Idempotency-Key: {{$guid}}'])] : []),
    ...(credentials === '' ? [] : [credentials]),
    ...(example && !multipart ? [block('body:json', json(example))] : []),
    ...(example && multipart ? [block('body:multipart-form', form(example))] : []),
    block('docs', [`${summary}.`, ...(description ? description.split('\n') : [])]),
  ].join('\n')
}

const form = (example: object): string[] => [
  ...Object.entries(example).map(([name, value]) => `${name}: ${withVariables(String(value))}`),
  'file: @file()',
]
