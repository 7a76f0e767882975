/** Identity token issuer for tests: an OpenID Connect provider, and the steps of a sign-in there. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

export interface Issuer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Signs a person in, as their browser would, and returns the identity token that the application gets. */
  signIn(login: string, nonce?: string): Promise<string>
  /** Follows an application's link to the issuer, signs a person in there, and returns the address that it leads back to. */
  leadBack(address: string, login: string): Promise<string>
  close(): Promise<void>
}

export interface IssuerOptions {
  /** Where the application receives codes. */
  readonly redirectUri?: string
  /** Claims of a person beside `sub`, in place of a verified email address. */
  readonly claims?: (login: string) => Readonly<Record<string, unknown>>
  /** Whether codes are given only with a PKCE challenge. */
  readonly requiresPkce?: boolean
}

const CLIENT = { client_id: 'acme-wallet', client_secret: 'a secret of the application' }
const CALLBACK = 'https://acme.example/callback'

export async function openIssuer({
  redirectUri = CALLBACK,
  claims = (login) => ({ email: `${login}@example.com`, email_verified: true }),
  requiresPkce = false,
}: IssuerOptions = {}): Promise<Issuer> {
  const server = createServer((request, response) => provider.callback()(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    conformIdTokenClaims: false,
    pkce: { required: () => requiresPkce },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 }, // seconds
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...claims(sub) }),
    }),
  })
  return {
    issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    async signIn(login, nonce) {
      const query = new URLSearchParams({
        client_id: CLIENT.client_id,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid email',
        ...(nonce && { nonce }),
      })
      const back = await leadBack(issuer, `${issuer}/auth?${query}`, login)
      const code = new URL(back).searchParams.get('code') as string
      const basic = Buffer.from(
        `${encodeURIComponent(CLIENT.client_id)}:${encodeURIComponent(CLIENT.client_secret)}`,
      ).toString('base64')
      const reply = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
      })
      return ((await reply.json()) as { id_token: string }).id_token
    },
    leadBack: (address, login) => leadBack(issuer, address, login),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Follows the redirects as a browser does: sign-in page, consent page, and back to the application with a code. */
async function leadBack(issuer: string, address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Record<string, string>): Promise<string> => {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) as unknown as [string, string, string]
      cookies.set(name, value)
    }
    const next = reply.headers.get('location')
    if (!next) throw new Error(`The issuer answered ${reply.status} instead of leading on: ${await reply.text()}`)
    return new URL(next, issuer).href
  }
  const signInPage = await visit(address)
  const consentPage = await visit(await visit(signInPage, { prompt: 'login', login, password: 'any' }))
  return visit(await visit(consentPage, { prompt: 'consent' }))
}
