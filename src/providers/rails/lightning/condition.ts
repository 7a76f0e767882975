/** Condition of the Lightning rail: synchronization and channel balances of the node as of the last check. */
import type { Clock } from '../../../core/clock.ts'
import type { RailHealth } from '../port.ts'
import { type Lnd, LndError } from './lnd.ts'
import { type ChannelBalance, channelBalance, nodeInfo } from './node.ts'
import type { LightningSettings } from './settings.ts'

/** A check older than this is repeated in the background of the next query. */
const LOOK_EVERY_MS = 15_000

export class Condition {
  /** Why payouts are not settled, and why settled invoices are not read; undefined: they are. */
  obstacle: string | undefined
  stop: string | undefined
  /** Channel balances at the last check; undefined: the node has never answered. */
  balance: (ChannelBalance & { readonly seenAt: number }) | undefined
  private seen: RailHealth = { status: 'UP' }
  private lookedAt = Number.NEGATIVE_INFINITY
  private isLooking = false
  private identity: string | undefined

  private readonly lnd: Lnd
  private readonly settings: LightningSettings

  private readonly clock: Clock

  constructor(lnd: Lnd, settings: LightningSettings, clock: Clock) {
    this.lnd = lnd
    this.settings = settings
    this.clock = clock
  }

  /** Public key of the node. @throws Error while it has never answered */
  async node(): Promise<string> {
    this.identity ??= (await nodeInfo(this.lnd)).node
    return this.identity
  }

  /** As of the last check; an old one is repeated in the background. */
  health(): RailHealth {
    if (!this.isLooking && performance.now() - this.lookedAt > LOOK_EVERY_MS) void this.look()
    const more = [this.obstacle, this.stop].filter((text) => text !== undefined)
    if (more.length === 0) return this.seen
    const detail = [...(this.seen.detail === undefined ? [] : [this.seen.detail]), ...more].join('; ')
    return { status: this.seen.status === 'DOWN' ? 'DOWN' : 'DEGRADED', detail }
  }

  /** Asks the node. Never throws. */
  async look(): Promise<void> {
    this.isLooking = true
    try {
      this.seen = await this.judge()
    } catch (error) {
      this.seen = { status: 'DOWN', detail: reasonOf(error) }
    } finally {
      this.lookedAt = performance.now()
      this.isLooking = false
    }
  }

  private async judge(): Promise<RailHealth> {
    const [info, balance] = await Promise.all([nodeInfo(this.lnd), channelBalance(this.lnd)])
    this.identity = info.node
    this.balance = { ...balance, seenAt: this.clock.now() }
    const { outbound, inbound } = balance
    const { lowOutbound, lowInbound } = this.settings
    const downs = [
      ...(info.isSynced ? [] : ['the node is not synchronized with the chain']),
      ...(info.activeChannels > 0 ? [] : ['the node has no active channel']),
      ...(outbound > 0n ? [] : ['the node has no outbound liquidity']),
    ]
    const lows = [
      ...(info.hasGraph ? [] : ['the node does not know all channels of the network yet']),
      ...(outbound < lowOutbound ? [`outbound liquidity is low: ${outbound} sat`] : []),
      ...(inbound < lowInbound ? [`inbound liquidity is low: ${inbound} sat`] : []),
    ]
    if (downs.length > 0) return { status: 'DOWN', detail: [...downs, ...lows].join('; ') }
    const detail = [...lows, `outbound ${outbound} sat, inbound ${inbound} sat`].join('; ')
    return { status: lows.length > 0 ? 'DEGRADED' : 'UP', detail }
  }
}

/** Short, and without the address of the node. */
export function reasonOf(error: unknown): string {
  if (error instanceof LndError) return `the node answers with an error: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException
  if (
    message?.includes('pinned') ||
    code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ||
    code?.includes('CERT') ||
    code?.includes('SIGNATURE')
  )
    return 'the certificate of the node is not the configured one'
  return `the node does not answer (${code ?? (error as Error).name})`
}
