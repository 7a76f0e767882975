/** Row type of the table of external account types. */
import type { TProperties } from 'typebox'
import type { KnownCurrency } from '../../currencies.ts'
import type { PaymentRail } from '../../elements.ts'

/** One complete way to name an account: these fields together, reached by these rails. */
interface AccountIdentification {
  readonly needs: readonly string[]
  readonly rails: readonly PaymentRail[]
}

export interface AccountTypeRow {
  /** What people call it. */
  readonly name: string
  /** What the account may hold; `ANY` currency for international wires. */
  readonly currencies: readonly KnownCurrency[] | 'ANY'
  /** What is asked for, each with its rule, meaning and example. */
  readonly fields: TProperties
  /** Rails that reach the account; for a wallet its network. */
  readonly rails: readonly PaymentRail[]
  /** When the fields depend on each other: at least one of these must be complete. */
  readonly forms?: readonly AccountIdentification[]
  /** Not more than one form may be given. */
  readonly formsExclude?: true
  /** Whether the owner must be named; `false` for wallets, which belong to whoever holds the key. */
  readonly beneficiary:
    | false
    | {
        /** Facts about a person that this country's rails insist on. */
        readonly insists: readonly ('address' | 'countryOfResidence' | 'phoneNumber')[]
        /** Facts about a person that only this country asks for. */
        readonly also?: TProperties
      }
}
