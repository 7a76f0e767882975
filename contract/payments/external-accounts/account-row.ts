/** Row type of the table of external account types. */
import type { TProperties } from 'typebox'
import type { KnownCurrency } from '../../currencies.ts'
import type { PaymentRail } from '../../elements.ts'

/** One complete form of an account: these fields together, reached by these rails. */
interface AccountIdentification {
  readonly needs: readonly string[]
  readonly rails: readonly PaymentRail[]
}

export interface AccountTypeRow {
  /** Label. */
  readonly name: string
  /** Currencies of the account; `ANY` for international wires. */
  readonly currencies: readonly KnownCurrency[] | 'ANY'
  /** Fields, each with its rule, meaning and example. */
  readonly fields: TProperties
  /** Rails that reach the account; for a wallet its network. */
  readonly rails: readonly PaymentRail[]
  /** When the fields depend on each other: at least one of these must be complete. */
  readonly forms?: readonly AccountIdentification[]
  /** At most one form may be given. */
  readonly formsExclude?: true
  /** Whether the owner must be named; `false` for wallets, which belong to the person who holds their key, and may name it. */
  readonly beneficiary:
    | false
    | {
        /** Fields of a person that this country's rails require. */
        readonly requires: readonly ('address' | 'countryOfResidence' | 'phoneNumber')[]
        /** Fields of a person that only this country has. */
        readonly extra?: TProperties
      }
}
