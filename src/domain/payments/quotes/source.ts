/** Owns what a quote's source comes down to, of whatever kind it is. */
import type { Owner } from '../../accounts/open-account.ts'
import type { AccountType } from '../../accounts/tables.ts'

/** Who pays, and from where. */
export interface Source extends Owner {
  /** The internal account; null: the money is yet to arrive. */
  readonly accountId: string | null
  /** Of the internal account. */
  readonly type?: AccountType
  /** The external account that it is to be fetched from. */
  readonly externalAccountId: string | null
  readonly currency: string
  readonly cryptoNetwork: string | null
  /** The money is sent by somebody else, who is yet to pay by the quote's instructions. */
  readonly isAwaited?: true
}
