/** Owns what the service asks of those who verify persons and businesses. */

export interface NewCustomer {
  readonly type: 'INDIVIDUAL' | 'BUSINESS'
  /** A platform that is a regulated institution verifies its customers itself. */
  readonly platformIsRegulated: boolean
}

export interface Identity {
  /** How a customer stands the moment they are created, before anything is submitted. */
  standingAtCreation(customer: NewCustomer): 'UNVERIFIED' | 'APPROVED'
}
