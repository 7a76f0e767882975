/** Refusal of payments that no connected rail carries, naming what is connected. */
import { wireAmount } from '../../../core/currency.ts'
import { Refusal, refuse } from '../../../core/refusal.ts'
import type { CarriageNeed, ConnectedCarriage, Direction, RailTable } from '../../../providers/rails/port.ts'

const DONE: Readonly<Record<Direction, string>> = {
  OUT: 'paid out',
  PULL: 'pulled from external accounts',
  IN: 'paid in from outside',
}

/** @throws Refusal RAIL_NOT_CONNECTED when nothing is carried in this direction */
export function refuseUnconnected(rails: RailTable, direction: Direction): void {
  if (!rails.carriages.some((carriage) => carriage.direction === direction))
    refuse('RAIL_NOT_CONNECTED', `No rail is connected to this installation, so nothing can be ${DONE[direction]}`, {
      connected: [],
    })
}

/** @throws Refusal RAIL_NOT_CONNECTED when no rail carries it, whatever the health of the rails */
export function refuseUncarried(rails: RailTable, need: CarriageNeed): void {
  const refusal = uncarried(rails, need)
  if (refusal) throw refusal
}

/** @returns the refusal of what no rail carries. @throws Refusal RAIL_NOT_CONNECTED as `refuseUnconnected` */
export function uncarried(rails: RailTable, need: CarriageNeed): Refusal | undefined {
  if (rails.carries(need)) return undefined
  const { direction, currency, accountType, scheme, amount } = need
  refuseUnconnected(rails, direction)
  const connected = rails.carriages.filter((carriage) => carriage.direction === direction)
  const isAmount = amount !== undefined && rails.carries({ ...need, amount: undefined })
  const asked = [
    isAmount ? `${amount} minor units of ${currency}` : currency,
    ...(accountType === undefined ? [] : [`${direction === 'OUT' ? 'to' : 'from'} ${accountType}`]),
    ...(scheme == null ? [] : [`by ${scheme}`]),
  ]
  const names = [...new Set(connected.map((line) => `${line.currency} by ${line.scheme}`))]
  return new Refusal(
    'RAIL_NOT_CONNECTED',
    `No rail carries ${asked.join(' ')}. Connected ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`,
    { connected: connected.map(shown) },
  )
}

const shown = ({ currency, scheme, accountTypes, minAmount, maxAmount }: ConnectedCarriage) => ({
  currency,
  paymentRail: scheme,
  accountTypes,
  minAmount: wireAmount(minAmount),
  maxAmount: wireAmount(maxAmount),
})
