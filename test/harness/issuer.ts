/** Identity token issuer for tests: an OpenID Connect provider, and the steps of a sign-in there. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

export interface Issuer {
  readonly issuer: string
  readonly clientId: string
  /** Signs a person in, as their browser would, and returns the identity token that the application gets. */
  signIn(login: string, nonce?: string): Promise<string>
  close(): Promise<void>
}

const CLIENT = {
  client_id: 'acme-wallet',
  client_secret: 'a secret of the application',
  redirect_uris: ['https://acme.example/callback'],
}
const [CALLBACK] = CLIENT.redirect_uris as [string]

export async function openIssuer(): Promise<Issuer> {
  const server = createServer((request, response) => provider.callback()(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [CLIENT],
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 }, // seconds
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true }),
    }),
  })
  return {
    issuer,
    clientId: CLIENT.client_id,
    async signIn(login, nonce) {
      const code = await codeFor(issuer, login, nonce)
      const basic = Buffer.from(
        `${encodeURIComponent(CLIENT.client_id)}:${encodeURIComponent(CLIENT.client_secret)}`,
      ).toString('base64')
      const reply = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }),
      })
      return ((await reply.json()) as { id_token: string }).id_token
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Follows the redirects as a browser does: sign-in page, consent page, and back to the application with a code. */
async function codeFor(issuer: string, login: string, nonce: string | undefined): Promise<string> {
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
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid email',
    ...(nonce && { nonce }),
  })
  const signInPage = await visit(`${issuer}/auth?${query}`)
  const consentPage = await visit(await visit(signInPage, { prompt: 'login', login, password: 'any' }))
  const back = await visit(await visit(consentPage, { prompt: 'consent' }))
  return new URL(back).searchParams.get('code') as string
}
