/** Card model: balances, holds and amounts paid to merchants, computed independently of the service. */

export interface Purse {
  there: bigint
  promised: bigint
  isOpen: boolean
}

export interface Bill {
  readonly purse: Purse
  readonly isDeclined: boolean
  status: 'AUTHORIZED' | 'PARTIALLY_SETTLED' | 'SETTLED' | 'REFUNDED' | 'EXCEPTION'
  isAwaited: boolean
  agreed: bigint
  promised: bigint
  /** Amounts paid to the merchant, and returned by it. */
  paid: bigint
  returned: bigint
  /** Amounts debited from the account, credited back, and kept in suspense because the account could not take them. */
  given: bigint
  back: bigint
  stuck: bigint
}

const least = (one: bigint, other: bigint): bigint => (other < one ? other : one)
const spare = ({ there, promised, isOpen }: Purse): bigint => (isOpen ? there - promised : -1n)
export const debtOf = ({ paid, returned, given, back, stuck }: Bill): bigint => paid - returned - (given - back - stuck)
export const expectsMore = ({ status }: Bill): boolean => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED'

/** Each step returns whether the service must perform it, and updates the model. */
export const book = {
  tap(purses: readonly Purse[], isUsable: boolean, amount: bigint, isAwaited: boolean): Bill {
    const purse = isUsable ? purses.find((one) => spare(one) >= amount) : undefined
    if (purse) purse.promised += amount
    return {
      purse: purse ?? (purses[0] as Purse),
      isDeclined: !purse,
      status: purse ? 'AUTHORIZED' : 'EXCEPTION',
      isAwaited: purse !== undefined && isAwaited,
      agreed: amount,
      promised: purse ? amount : 0n,
      paid: 0n,
      returned: 0n,
      given: 0n,
      back: 0n,
      stuck: 0n,
    }
  },

  clear(bill: Bill, amount: bigint): boolean {
    if (!expectsMore(bill)) return false
    if (amount === 0n) return end(bill, 'SETTLED')
    bill.paid += amount
    collect(bill, amount)
    if (debtOf(bill) > 0n) bill.status = 'EXCEPTION'
    else bill.status = bill.paid < bill.agreed ? 'PARTIALLY_SETTLED' : 'SETTLED'
    return true
  },

  giveBack(bill: Bill, amount: bigint): boolean {
    if (bill.isDeclined || bill.paid === 0n || amount > bill.paid - bill.returned) return false
    const surplus = amount - least(amount, debtOf(bill))
    bill.returned += amount
    credit(bill, surplus)
    if (bill.paid === bill.returned) return end(bill, 'REFUNDED')
    return bill.status === 'EXCEPTION' && debtOf(bill) === 0n ? end(bill, 'SETTLED') : true
  },

  unreturn(bill: Bill): boolean {
    if (bill.status !== 'REFUNDED') return false
    bill.given -= bill.back
    bill.returned = 0n
    bill.back = 0n
    bill.stuck = 0n
    collect(bill, debtOf(bill))
    bill.status = debtOf(bill) > 0n ? 'EXCEPTION' : 'SETTLED'
    return true
  },

  advise(bill: Bill, total: bigint, isUsable: boolean): boolean {
    if (!expectsMore(bill)) return false
    if (total <= bill.paid) {
      bill.agreed = total
      return end(bill, 'SETTLED')
    }
    const more = total - bill.paid - bill.promised
    if (more > 0n && (!isUsable || spare(bill.purse) < more)) return false
    promise(bill, more)
    bill.agreed = total
    return true
  },

  /** The pending pull failed. */
  fail(bill: Bill): boolean {
    if (!bill.isAwaited) return false
    bill.isAwaited = false
    const wasOpen = bill.status === 'AUTHORIZED'
    promise(bill, -bill.promised)
    credit(bill, bill.given - bill.back - bill.stuck)
    bill.given = bill.stuck
    bill.back = 0n
    if (wasOpen || debtOf(bill) > 0n) bill.status = 'EXCEPTION'
    return true
  },

  retry(bill: Bill): boolean {
    const debt = debtOf(bill)
    if (bill.status !== 'EXCEPTION' || debt === 0n || !bill.purse.isOpen) return false
    if (spare(bill.purse) + bill.promised < debt) return false
    collect(bill, debt)
    const isMore = bill.promised > 0n && bill.agreed > bill.paid
    promise(bill, (isMore ? bill.agreed - bill.paid : 0n) - bill.promised)
    bill.status = isMore ? 'PARTIALLY_SETTLED' : 'SETTLED'
    return true
  },
}

function promise(bill: Bill, more: bigint): void {
  bill.promised += more
  bill.purse.promised += more
}

/** The held amount is paid first; the rest only if the balance covers all of it. */
function collect(bill: Bill, amount: bigint): void {
  const { purse } = bill
  if (!purse.isOpen) return
  const kept = least(bill.promised, amount)
  promise(bill, -kept)
  const taken = spare(purse) >= amount ? amount : kept
  purse.there -= taken
  bill.given += taken
}

function credit(bill: Bill, amount: bigint): void {
  if (bill.purse.isOpen) {
    bill.purse.there += amount
    bill.back += amount
  } else bill.stuck += amount
}

function end(bill: Bill, status: Bill['status']): true {
  promise(bill, -bill.promised)
  bill.status = status
  return true
}
