/** Configuration and token operations. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { bareId } from '../../core/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import { hashSecret, newSecret, type SecretKeys } from '../../infra/crypto/secrets.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import { lastTokenUses } from '../../infra/request-log/token-uses.ts'
import { getApiRequestById, listApiRequests, type RequestReads } from './api-requests.ts'
import { presentPlatform } from './platform.ts'
import { getPlatformConfig, getTokenById, listTokens } from './queries.ts'
import { createToken } from './tokens/create-token.ts'
import { deleteTokenById } from './tokens/delete-token-by-id.ts'
import { rotateTokenSecret } from './tokens/rotate-token-secret.ts'
import { presentToken, presentUsedToken } from './tokens/token.ts'
import { updateToken } from './tokens/update-token.ts'
import { takeUmaDomain } from './uma-domain.ts'
import { refuseInvalidCurrencies, refuseUnauthorizedSender, updatePlatformConfig } from './update-platform-config.ts'

type Ids =
  | 'getPlatformConfig'
  | 'updatePlatformConfig'
  | 'createToken'
  | 'listTokens'
  | 'getTokenById'
  | 'updateToken'
  | 'rotateTokenSecret'
  | 'deleteTokenById'
  | 'listApiRequests'
  | 'getApiRequestById'

interface Needs extends RequestReads {
  readonly clock: Clock
  readonly engine: Engine
  readonly keys: SecretKeys
  /** Domains of the senders that platforms may set; undefined: any. */
  readonly mailDomains: readonly string[] | undefined
}

export const platformApi = ({ store, clock, engine, pages, keys, mailDomains, requests }: Needs): HandlersOf<Ids> => ({
  getPlatformConfig: {
    read: async ({ platformId }) => {
      const platform = await getPlatformConfig(store, platformId)
      return presentPlatform(platform, platform.endpoint)
    },
  },
  updatePlatformConfig: {
    prepare: async ({ platformId, body }) => {
      // Checked before the domain is reserved, so that a refused request leaves no reservation.
      refuseInvalidCurrencies(body.supportedCurrencies ?? [])
      refuseUnauthorizedSender(body.embeddedWalletConfig?.sendFromEmailAddress, mailDomains)
      if (body.umaDomain !== undefined) await takeUmaDomain(engine, platformId, body.umaDomain)
      return (rows) => {
        const { platform, endpoint } = updatePlatformConfig(rows, body)
        return presentPlatform(platform, endpoint)
      }
    },
  },
  createToken: {
    command: ({ body, caller }) => {
      const clientId = randomBytes(16).toString('hex')
      const clientSecret = newSecret()
      const secretHash = hashSecret(keys.tokens, clientSecret)
      const expiresAt = momentIn(body.expiresAt)
      const token = { ...body, expiresAt, clientId, secretHash, granting: caller.permissions }
      return (rows) => presentToken(createToken(rows, token), rows.now, clientSecret)
    },
  },
  listTokens: { read: ({ platformId, query }) => listTokens({ store, pages, clock }, platformId, query) },
  getTokenById: {
    read: async ({ platformId, params }) => {
      const tokenId = bareId(params.tokenId)
      const [token, uses] = await Promise.all([
        getTokenById(store, platformId, tokenId),
        lastTokenUses(store, platformId),
      ])
      return presentUsedToken(token, clock.now(), uses)
    },
  },
  updateToken: {
    command: ({ params, body }) => {
      const expiresAt = body.expiresAt === null ? null : momentIn(body.expiresAt)
      const update = { ...body, expiresAt, tokenId: bareId(params.tokenId) }
      return (rows) => presentToken(updateToken(rows, update), rows.now)
    },
  },
  rotateTokenSecret: {
    command: ({ params, body, caller }) => {
      const clientSecret = newSecret()
      const rotation = {
        tokenId: bareId(params.tokenId),
        secretHash: hashSecret(keys.tokens, clientSecret),
        previousUntil: momentIn(body?.previousSecretExpiresAt),
        granting: caller.permissions,
      }
      return (rows) => presentToken(rotateTokenSecret(rows, rotation), rows.now, clientSecret)
    },
  },
  deleteTokenById: {
    command:
      ({ params }) =>
      (rows) =>
        deleteTokenById(rows, bareId(params.tokenId)) as undefined,
  },
  listApiRequests: { read: ({ platformId, query }) => listApiRequests({ store, pages, requests }, platformId, query) },
  getApiRequestById: {
    read: ({ platformId, params }) =>
      getApiRequestById({ store, pages, requests }, platformId, bareId(params.apiRequestId)),
  },
})

/** @param text RFC 3339; undefined stays so */
const momentIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))
