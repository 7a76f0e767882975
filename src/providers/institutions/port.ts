/** Institution directory port: the institutions whose UMA addresses can be paid. */

export interface Institution {
  /** Domain of its UMA addresses. */
  readonly domain: string
  readonly name: string
  /** Where its customers are, ISO 3166-1 alpha-2; empty: unknown. */
  readonly regions: readonly string[]
  /** Currencies that its customers receive; empty: unknown. */
  readonly currencies: readonly string[]
  readonly logoUrl?: string
  /** Legal Entity Identifier, ISO 17442. */
  readonly lei?: string
}
