/** A scenario as a test: for the test runner of Node, against its own sandbox. */
import { durationOf, eventsOf } from '../../../../contract/sandbox/scenarios/course.ts'
import {
  type Call,
  isList,
  isRef,
  SCENARIO_KINDS,
  type Scenario,
  type Value,
} from '../../../../contract/sandbox/scenarios/scenario.ts'

const DIGITS = '180000118350'

/** JavaScript that TypeScript accepts too. */
export function testCode(scenario: Scenario): string {
  const { isRefused, sentence } = scenario
  return `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSandbox } from 'causeway-sandbox'

it(${text(sentence)}, async (test) => {
  const sandbox = await createSandbox()
  test.after(sandbox.close)
  const causeway = sandbox.client
  const { data: [customer] } = await causeway.listCustomers({ platformCustomerId: 'northwind' })
  const { data: [dollars] } = await causeway.listCustomerInternalAccounts({ customerId: customer.id, currency: 'USD' })
${isRefused ? refusalCode(scenario) : courseCode(scenario)}})
`
}

/** The calls, the time that it takes, and what there is in the end. */
function courseCode({ calls, course, kind, objectId }: Scenario): string {
  const { object, read } = SCENARIO_KINDS[kind]
  const ms = durationOf(course)
  const wait = ms === 0 ? 'sandbox.clock.settle()' : `sandbox.clock.advance({ seconds: ${ms / 1000} })`
  const made = calls(DIGITS)
  // A name that no reply has.
  const name = made.some(({ as }) => as === object) ? 'found' : object
  const fields = Object.entries(course.result).map(([path, value]) => {
    const expected = typeof value === 'number' ? value : text(value)
    return `  assert.equal(${name}.${path}, ${expected})\n`
  })
  return `${made.map(callCode).join('\n')}
  await ${wait}
  const ${name} = await causeway.${read.operation}({ ${read.idName}: ${objectId.ref} })
${fields.join('')}  const { data: events } = await causeway.listEvents({ resourceId: ${name}.id })
  assert.deepEqual(
    events.map(({ type }) => type).reverse(),
    [
${eventsOf(course)
  .map(({ type }) => `      '${type}',\n`)
  .join('')}    ],
  )
`
}

/** The last call rejects. */
function refusalCode({ calls, course }: Scenario): string {
  const made = calls(DIGITS)
  const last = made.at(-1) as Call
  return `${made
    .slice(0, -1)
    .map((call) => `${callCode(call)}\n`)
    .join('')}  await assert.rejects(
    causeway.${last.operation}(${valueCode(last.input, '    ')}),
    { code: ${text(String(course.result.code))} },
  )
`
}

const callCode = ({ as, operation, input }: Call): string =>
  `  const ${as} = await causeway.${operation}(${valueCode(input, '  ')})`

function valueCode(value: Value, indent: string): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object') return String(value)
  if (isRef(value)) return value.ref
  if (isList(value)) return `[${value.map((part) => valueCode(part, indent)).join(', ')}]`
  const inner = `${indent}  `
  const lines = Object.entries(value).map(([name, part]) => `${inner}${name}: ${valueCode(part, inner)},\n`)
  return `{\n${lines.join('')}${indent}}`
}

const text = (value: string): string => `'${value.replaceAll("'", "\\'")}'`
