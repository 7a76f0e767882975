/** Owns what each operation on configuration and tokens does. */
import { randomBytes } from 'node:crypto'
import { bareId } from '../../core/ids.ts'
import type { Engine } from '../../engine/engine.ts'
import { hashSecret, newSecret, type SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import { createToken, deleteToken } from './create-token.ts'
import { presentPlatform, presentToken } from './present.ts'
import { getPlatform, getToken, listTokens } from './queries.ts'
import { takeUmaDomain } from './uma-domain.ts'
import { refuseBadCurrencies, refuseForeignSender, updateConfig } from './update-config.ts'

type Ids =
  | 'getPlatformConfig'
  | 'updatePlatformConfig'
  | 'createToken'
  | 'listTokens'
  | 'getTokenById'
  | 'deleteTokenById'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly pages: Pages
  readonly keys: SecretKeys
  /** Domains in whose names platforms may send mail; undefined: in any. */
  readonly mailDomains: readonly string[] | undefined
}

export const platformApi = ({ store, engine, pages, keys, mailDomains }: Needs): HandlersOf<Ids> => ({
  getPlatformConfig: {
    read: async ({ platformId }) => {
      const platform = await getPlatform(store, platformId)
      return presentPlatform(platform, platform.endpoint)
    },
  },
  updatePlatformConfig: {
    prepare: async ({ platformId, body }) => {
      // Of a request that is refused for something else, no domain is to remain taken.
      refuseBadCurrencies(body.supportedCurrencies ?? [])
      refuseForeignSender(body.embeddedWalletConfig?.sendFromEmailAddress, mailDomains)
      if (body.umaDomain !== undefined) await takeUmaDomain(engine, platformId, body.umaDomain)
      return (rows) => {
        const { platform, endpoint } = updateConfig(rows, body)
        return presentPlatform(platform, endpoint)
      }
    },
  },
  createToken: {
    command: ({ body, caller }) => {
      const clientId = randomBytes(16).toString('hex')
      const clientSecret = newSecret()
      const secretHash = hashSecret(keys.tokens, clientSecret)
      return (rows) =>
        presentToken(createToken(rows, { ...body, clientId, secretHash }, caller.permissions), clientSecret)
    },
  },
  listTokens: { read: ({ platformId, query }) => listTokens(store, pages, platformId, query) },
  getTokenById: {
    read: async ({ platformId, params }) => presentToken(await getToken(store, platformId, bareId(params.tokenId))),
  },
  deleteTokenById: {
    command:
      ({ params }) =>
      (rows) =>
        deleteToken(rows, bareId(params.tokenId)) as undefined,
  },
})
