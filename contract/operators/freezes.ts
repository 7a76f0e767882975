/** Freezes: made by one operator, released by two, as the dashboard shows them. */
import type { RequestView } from './requests.ts'

/** What can be frozen, by the prefix of its id, and what a freeze of it means. */
export const FREEZABLE = {
  InternalAccount: 'Account: sends nothing; what arrives for it goes to suspense',
  Card: 'Card: declines purchases; clearings and refunds of earlier ones are processed',
  Customer: 'Customer: pays nothing, from any account or card; what arrives is credited',
  Agent: 'Agent: can only read',
  Token: 'Token: every request is refused',
  PlatformConfig: 'Platform: its tokens and agents can only read, its cards decline; what arrives is credited',
  Rail: 'Rail: payouts wait; what arrives over it is credited',
} as const
export type Freezable = keyof typeof FREEZABLE

/** They stop more than one customer. */
export const FREEZABLE_WHOLES: readonly Freezable[] = ['PlatformConfig', 'Rail']

export interface FreezeView {
  /** `Card:<uuid>`, `Rail:<id>` */
  readonly subject: string
  /** Name of the platform; null: of the installation. */
  readonly platform: string | null
  readonly reason: string
  readonly frozenBy: string
  readonly since: string
}

export interface FreezeList {
  /** Newest first. */
  readonly freezes: readonly FreezeView[]
  /** Requests to release one: those that wait, and the latest that were decided. */
  readonly requests: readonly RequestView[]
}
