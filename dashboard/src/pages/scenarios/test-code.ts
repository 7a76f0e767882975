/** A scenario as a test: for the test runner of Node, against its own sandbox. */
import { durationOf, eventsOf } from '../../../../contract/sandbox/scenarios/course.ts'
import { type Call, isRef, type Scenario, type Value } from '../../../../contract/sandbox/scenarios/scenarios.ts'

const DIGITS = '180000118350'

/** JavaScript that TypeScript accepts too. */
export function testCode(scenario: Scenario): string {
  const { course, paymentId, sentence } = scenario
  const ms = durationOf(course)
  const wait = ms === 0 ? 'sandbox.clock.settle()' : `sandbox.clock.advance({ seconds: ${ms / 1000} })`
  const reason = course.failureReason && `  assert.equal(payment.failureReason, '${course.failureReason}')\n`
  return `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSandbox } from 'causeway-sandbox'

it(${text(sentence)}, async (test) => {
  const sandbox = await createSandbox()
  test.after(sandbox.close)
  const causeway = sandbox.client
  const { data: [customer] } = await causeway.listCustomers({ platformCustomerId: 'northwind' })
  const { data: [dollars] } = await causeway.listCustomerInternalAccounts({ customerId: customer.id, currency: 'USD' })
${scenario.calls(DIGITS).map(callCode).join('\n')}
  await ${wait}
  const payment = await causeway.getTransactionById({ transactionId: ${paymentId.ref} })
  assert.equal(payment.status, '${course.status}')
${reason ?? ''}  const { data: events } = await causeway.listEvents({ resourceId: payment.id })
  assert.deepEqual(
    events.map(({ type }) => type).reverse(),
    [
${eventsOf(course)
  .map(({ type }) => `      '${type}',\n`)
  .join('')}    ],
  )
})
`
}

const callCode = ({ as, operation, input }: Call): string =>
  `  const ${as} = await causeway.${operation}(${valueCode(input, '  ')})`

function valueCode(value: Value, indent: string): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object') return String(value)
  if (isRef(value)) return value.ref
  const inner = `${indent}  `
  const lines = Object.entries(value).map(([name, part]) => `${inner}${name}: ${valueCode(part, inner)},\n`)
  return `{\n${lines.join('')}${indent}}`
}

const text = (value: string): string => `'${value.replaceAll("'", "\\'")}'`
