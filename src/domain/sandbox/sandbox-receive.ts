/** Incoming payment simulation use case: from a UMA address, to a customer named by id or address. */
import type { Contract } from '../../../contract/contract.ts'
import type { BodyOf } from '../../../contract/operation.ts'
import { FAILING_SENDERS, type FailingSender } from '../../../contract/sandbox/outcomes.ts'
import type { Command } from '../../engine/rows.ts'
import type { Store } from '../../infra/db/store.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { parseUmaAddress } from '../payments/receivers/find-receiver.ts'
import { receivePayment } from '../payments/transactions/receive-payment.ts'
import type { Transaction } from '../payments/transactions/transaction.ts'
import { findReceivingAccount } from './receiving-account.ts'

/** Personal details that the simulated sender provides. */
const SENDER: Readonly<Record<string, string>> = {
  FULL_NAME: 'Bob Sandbox',
  BIRTH_DATE: '1985-06-15',
  NATIONALITY: 'US',
  COUNTRY_OF_RESIDENCE: 'US',
  EMAIL: 'bob@sandbox.example',
  POSTAL_ADDRESS: '1 Sandbox Way, Wilmington, DE 19801, US',
  USER_TYPE: 'INDIVIDUAL',
}

interface Needs {
  readonly store: Store
  /** Domain of the sandbox's own institution, whose addresses choose the outcome. */
  readonly umaDomain: string
}

/**
 * Looks up the receiving account first.
 * @returns the command that receives the payment; it throws as `receivePayment`
 * @throws Refusal as `findReceivingAccount`; INVALID_UMA_ADDRESS
 */
export async function sandboxReceive(
  { store, umaDomain }: Needs,
  platformId: string,
  body: BodyOf<Contract['sandboxReceive']>,
): Promise<Command<Transaction>> {
  const senderAddress = parseUmaAddress(body.senderUmaAddress, 'senderUmaAddress')
  const accountId = await findReceivingAccount(store, platformId, body)
  const payment = {
    senderAddress,
    accountId,
    amount: BigInt(body.receivingCurrencyAmount),
    sender: SENDER,
    approveUnasked: true,
  }
  const failing = failingSender(payment.senderAddress, umaDomain)
  if (!failing) return (rows) => receivePayment(rows, payment)
  const awaited = { institution: umaDomain, callback: `https://${umaDomain}/`, referenceId: null }
  return (rows) => {
    const begun = receivePayment(rows, { ...payment, awaited })
    if (!failing.neverPays) enqueue(rows, 'failSimulatedPayment', rows.now + failing.failsAfterMs, begun.id)
    return begun
  }
}

/** @param domain of the institution of these senders. @returns undefined for senders whose payments arrive */
export function failingSender(address: string, domain: string): FailingSender | undefined {
  const [name, host] = address.slice(1).split('@')
  return host === domain ? FAILING_SENDERS[name as string] : undefined
}
