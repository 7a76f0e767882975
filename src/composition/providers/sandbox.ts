/** Sandbox providers. Production never loads this file or its imports. */
import type { FastifyInstance } from 'fastify'
import { SANDBOX_UMA_DOMAIN } from '../../../contract/sandbox/outcomes.ts'
import { type MovableClock, wallClock } from '../../core/clock.ts'
import { sandboxApi } from '../../domain/sandbox/api.ts'
import { resumeMoves, sandboxClock } from '../../domain/sandbox/clock/clock.ts'
import { type SandboxInbox, sandboxInbox } from '../../domain/sandbox/inbox.ts'
import { sandboxJobs } from '../../domain/sandbox/jobs.ts'
import { RECEIVER_PATH, type WebhookReceiver, webhookReceiver } from '../../domain/sandbox/webhook-receiver.ts'
import { makePlatform } from '../../operator/make-platform.ts'
import { CARD_PAGE_PATH, sandboxCardIssuer } from '../../providers/card-issuer/sandbox.ts'
import { sandboxCustodian } from '../../providers/custodian/sandbox.ts'
import { sandboxIdentity } from '../../providers/identity/sandbox.ts'
import { KYC_PAGE_PATH, sandboxKyc } from '../../providers/identity/sandbox-page.ts'
import { sandboxInstitutions } from '../../providers/institutions/sandbox.ts'
import { sandboxNetworks } from '../../providers/networks/sandbox.ts'
import { sandboxOidc } from '../../providers/oidc/sandbox.ts'
import { sandboxPasskeys } from '../../providers/passkeys/sandbox.ts'
import { sandboxRail, sandboxRailBeside } from '../../providers/rails/sandbox.ts'
import { sandboxRates } from '../../providers/rates/sandbox.ts'
import { offeredRates, type Spreads } from '../../providers/rates/spreads.ts'
import { screeningBy } from '../../providers/screening/blocklist.ts'
import { limitedScreening, type PayoutLimits } from '../../providers/screening/payout-limits.ts'
import { sandboxStandIns } from '../../providers/stand-ins/sandbox.ts'
import { sandboxUma } from '../../providers/uma/sandbox.ts'
import { addCardPage } from '../sandbox/pages/card-page.ts'
import { addKycPage } from '../sandbox/pages/kyc-page.ts'
import type { Providers } from './providers.ts'
import type { UmaProviders } from './uma.ts'
import { type WalletProviders, type WalletSettings, walletProviders } from './wallet-providers.ts'

export { keptClock } from '../../domain/sandbox/clock/clock.ts'
export { SANDBOX_UMA_DOMAIN }

export interface SandboxOptions {
  readonly wallets: WalletSettings
  /** Domain of its simulated institution (decision 60). */
  readonly umaDomain?: string
  readonly spreads?: Spreads
  readonly screeningFile?: string | undefined
  readonly payoutLimits?: PayoutLimits
  /** Rails that are connected to real networks; they are preferred to the simulated one. */
  readonly rails?: Providers['rails']
}

export function sandboxProviders(
  clock: MovableClock,
  {
    wallets,
    umaDomain = SANDBOX_UMA_DOMAIN,
    spreads = new Map(),
    screeningFile,
    payoutLimits = new Map(),
    rails = () => [],
  }: SandboxOptions,
): Providers {
  const inbox = sandboxInbox(clock, wallets.mailFrom)
  const walletSide = sandboxWallets(wallets, inbox)
  return {
    ...walletSide,
    rails(parts) {
      const connected = rails(parts)
      return connected.length === 0 ? [sandboxRail] : [...connected, sandboxRailBeside(connected)]
    },
    screening: limitedScreening(payoutLimits, screeningBy(screeningFile)),
    rates: offeredRates(sandboxRates(clock), spreads),
    identity: sandboxIdentity,
    kycPages(parts) {
      const hosted = sandboxKyc(parts)
      return {
        hosted,
        addPages: (server) => addKycPage(server, { engine: parts.engine, read: hosted.read, path: KYC_PAGE_PATH }),
      }
    },
    cardIssuer(parts) {
      const issuer = sandboxCardIssuer(parts)
      return { issuer, addPages: (server) => addCardPage(server, { read: issuer.read, path: CARD_PAGE_PATH }) }
    },
    uma: (network) => sandboxUma(umaDomain, network),
    umaPartners: 'ANY',
    umaHosts: ownPlatforms,
    institutions: sandboxInstitutions(umaDomain),
    networks: sandboxNetworks,
    approveUnasked: true,
    allowLoopback: true,
    sandbox({ runner, pages, rails, log, signer, origin, ...operator }) {
      const receiver = webhookReceiver({ store: operator.store, keys: operator.keys, signer })
      const movable = sandboxClock({ store: operator.store, clock, runner, log })
      const api = sandboxApi({
        store: operator.store,
        clock: movable,
        pages,
        inbox,
        custodian: walletSide.custodian,
        rails,
        now: () => clock.now(),
        umaDomain,
        receiver,
        origin,
        makePlatform: (platform) => makePlatform(operator, platform),
      })
      return {
        api,
        jobs: sandboxJobs({ umaDomain }),
        resume: () => resumeMoves(movable),
        stop: () => movable.moves.stop(),
        addRoutes: (server) => addReceiver(server, receiver),
      }
    },
  }
}

const addReceiver = (server: FastifyInstance, receiver: WebhookReceiver) =>
  void server.post<{ Params: { platformId: string } }>(`${RECEIVER_PATH}/:platformId`, async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : ''
    const verified = await receiver.receive(request.params.platformId, request.headers, body)
    return reply.code(verified ? 200 : 401).send({ verified })
  })

/** The real providers, which also accept stand-ins from programs without authenticators, issuers and mailboxes. */
function sandboxWallets(settings: WalletSettings, inbox: SandboxInbox): WalletProviders {
  // Identity tokens carry real time, whatever the sandbox's clock shows.
  const clock = { now: wallClock }
  const real = walletProviders(settings, { clock, isSandbox: true })
  return {
    custodian: sandboxCustodian(settings.masterKeys, sandboxStandIns),
    passkeys: sandboxPasskeys(real.passkeys),
    oidc: sandboxOidc(real.oidc, settings.oidcIssuers, clock),
    standIns: sandboxStandIns,
    codeLimits: real.codeLimits,
    sessionChainMs: real.sessionChainMs,
    mailDomains: real.mailDomains,
    async sendMail(platformId, mail, codes) {
      inbox.put(platformId, mail, codes)
      await real.sendMail?.(platformId, mail, codes)
    },
  }
}

/**
 * UMA domains of the sandbox's own platforms, which no DNS knows, lead to this process: its platforms pay each other over
 * HTTP, with the messages that two installations exchange.
 */
const ownPlatforms: UmaProviders['umaHosts'] =
  ({ store, listening }) =>
  async (host) => {
    const [platform] = await store.query('select 1 from platforms where uma_domain = $1 limit 1', [host], 'uma_host')
    return platform ? listening() : undefined
  }
