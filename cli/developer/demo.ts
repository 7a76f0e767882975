/** Command `causeway demo`: a first payment, call by call, with the effect of each. */
import { randomInt } from 'node:crypto'
import type { Command } from 'commander'
import type { Client } from '../../client/api.ts'
import { pathTo } from '../../client/request.ts'
import type { EventType } from '../../contract/events/events.ts'
import { originOf } from '../agent-api.ts'
import { printResult, printsJson } from '../answer.ts'
import { type Connection, connect, withConnection } from './connection.ts'
import { eventsAbout, findPayer } from './trigger.ts'

/** One step: the call and its effect. */
interface Step {
  readonly title: string
  readonly call: string
  readonly outcome: string
}

export function addDemoCommand(program: Command): void {
  withConnection(program.command('demo'))
    .description('make a first payment in the sandbox, and explain each call')
    .action((options: Connection) =>
      printResult(program.opts(), async () => {
        const json = printsJson(program.opts())
        const steps: Step[] = []
        await demonstrate(connect(options, process.env), originOf(options.url), (step) => {
          steps.push(step)
          if (!json) process.stdout.write(`${steps.length}. ${step.title}\n   ${step.call}\n   ${step.outcome}\n\n`)
        })
        return json ? steps : undefined
      }),
    )
}

const AMOUNT = 500_00

async function demonstrate(client: Client, origin: string, say: (step: Step) => void): Promise<void> {
  const { customer, dollars } = await findPayer(client, 'northwind')
  const balance = async () => {
    const { data } = await client.listCustomerInternalAccounts({ customerId: customer.id, currency: 'USD' })
    return money((data[0] as (typeof data)[number]).balance)
  }
  say({
    title: 'Northwind Ltd is a customer of the platform and holds US dollars.',
    call: `GET ${pathTo('listCustomerInternalAccounts', {}, { customerId: customer.id })}`,
    outcome: `Balance: ${await balance()}.`,
  })
  const accountInfo = {
    accountType: 'MXN_ACCOUNT' as const,
    clabeNumber: `032${randomInt(1e11, 1e12)}719`,
    beneficiary: { beneficiaryType: 'INDIVIDUAL' as const, fullName: 'María García' },
  }
  const recipient = await client.createCustomerExternalAccount({
    customerId: customer.id,
    currency: 'MXN',
    accountInfo,
  })
  say({
    title: 'It registers the bank account of María, whom it pays in Mexico. The bank verifies the name.',
    call: `POST ${pathTo('createCustomerExternalAccount')}`,
    outcome: `${recipient.id} is ${recipient.status}; the name: ${recipient.beneficiaryVerificationStatus ?? 'not checked'}.`,
  })
  const { position } = await client.streamEvents()
  const quote = await client.createQuote({
    source: { sourceType: 'ACCOUNT', accountId: dollars.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: AMOUNT,
  })
  say({
    title: 'A quote locks the exchange rate and the fee. No money has moved yet.',
    call: `POST ${pathTo('createQuote')}`,
    outcome: `${money(quoted(quote.totalSendingAmount, quote.sendingCurrency))} are sent and ${money(quoted(quote.totalReceivingAmount, quote.receivingCurrency))} received, until ${quote.expiresAt}.`,
  })
  const { transactionId } = await client.executeQuote({ quoteId: quote.id })
  say({
    title: 'Executing the quote debits Northwind and submits the payout to a rail.',
    call: `POST ${pathTo('executeQuote', { quoteId: quote.id })}`,
    outcome: `The payment is ${transactionId}. Repeating it under the same Idempotency-Key pays only once.`,
  })
  const isDone = (found: readonly EventType[]) => found.includes('OUTGOING_PAYMENT.COMPLETED')
  const events = await eventsAbout(client, transactionId, { position, isDone })
  say({
    title: 'Each step is an event, which a webhook endpoint would receive, signed.',
    call: `GET ${pathTo('streamEvents')}`,
    outcome: `${events.join(', ')}.`,
  })
  const { status } = await client.getTransactionById({ transactionId })
  say({
    title: 'The money has arrived.',
    call: `GET ${pathTo('getTransactionById', { transactionId })}`,
    outcome: `${status}; Northwind has ${await balance()}. The page of the payment shows its postings: ${origin}/payments/${transactionId}`,
  })
}

interface Money {
  readonly amount: number
  readonly currency: { readonly code: string; readonly decimals: number }
}

const quoted = (amount: number, currency: Money['currency']): Money => ({ amount, currency })
const money = ({ amount, currency: { code, decimals } }: Money): string =>
  `${(amount / 10 ** decimals).toFixed(decimals)} ${code}`
