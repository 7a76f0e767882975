/** Example ids: what request examples name. The reference page of the sandbox puts ids of the seeded cast in their place. */

const id = <const Kind extends string>(kind: Kind, number: number) =>
  `${kind}:019542f5-b3e7-7d02-8000-${String(number).padStart(12, '0')}` as const

export const EXAMPLE_IDS = {
  /** An individual with a wallet. */
  alice: id('Customer', 1),
  /** A business. */
  northwind: id('Customer', 2),
  /** Northwind's account in USD, with money. */
  dollars: id('InternalAccount', 1),
  /** Northwind's account in EUR. */
  euros: id('InternalAccount', 2),
  /** Northwind's account in USDC. */
  stablecoins: id('InternalAccount', 3),
  /** Alice's wallet, in USDB. */
  wallet: id('InternalAccount', 4),
  /** María García's bank account in Mexico, in MXN. */
  maria: id('ExternalAccount', 1),
  /** A bank account of Northwind's suppliers in the United States, in USD. */
  supplier: id('ExternalAccount', 2),
  quote: id('Quote', 1),
  card: id('Card', 1),
  purchase: id('CardTransaction', 1),
} as const

export type ExampleName = keyof typeof EXAMPLE_IDS
