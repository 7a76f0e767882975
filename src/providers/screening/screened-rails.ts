/** Rails behind the payout gate: nothing is sent or pulled before its counterparty has been screened. */
import type { Payout, PayoutReport, Rails } from '../rails/port.ts'
import type { Counterparty, PayoutGate } from './port.ts'

/** Operations of a rail, by what the gate lets pass. */
const OPERATIONS = { SEND: 'send', PULL: 'pull', ASK: 'ask' } as const

export function screenedRails(rails: Rails, gate: PayoutGate): Rails {
  const through =
    (next: keyof typeof OPERATIONS) =>
    async (payout: Payout): Promise<PayoutReport> => {
      const passage = await gate.pass(payout.key, next, counterpartyIn(payout, next))
      return 'report' in passage ? passage.report : rails[OPERATIONS[passage.may]](payout)
    }
  return { ...rails, send: through('SEND'), pull: through('PULL'), ask: through('ASK') }
}

/** The owner of the external account. */
function counterpartyIn(payout: Payout, next: keyof typeof OPERATIONS): Counterparty {
  const { identifier, accountInfo, currency, amount } = payout
  const { beneficiary } = accountInfo as { readonly beneficiary?: Readonly<Record<string, unknown>> }
  const names = [beneficiary?.fullName, beneficiary?.legalName].filter((name) => typeof name === 'string')
  return { identifier, names, ...(next !== 'PULL' && { receives: { currency, amount } }) }
}
