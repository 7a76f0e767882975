/** Verification page of the sandbox: two buttons, no scripts, for anyone who has the link. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../../../core/html.ts'
import { Refusal } from '../../../core/refusal.ts'
import { type UsableLink, useKycLink } from '../../../domain/sandbox/kyc/use-kyc-link.ts'
import type { Engine } from '../../../engine/engine.ts'
import { sendPage } from './html-page.ts'

interface Link extends UsableLink {
  readonly platformId: string
  readonly redirectUri?: string
}

interface Needs {
  readonly engine: Engine
  /** Opens the token of a link; undefined: not a token of this server. */
  readonly read: (token: string) => Link | undefined
  readonly path: string
}

/** Forms post to this server only; no other page can embed this one and have its buttons clicked. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
/** The colours are those of the dashboard. */
const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f4f6f5,#0e1413);color:light-dark(#12201d,#eef4f2)}
main{box-sizing:border-box;width:min(27rem,calc(100vw - 2rem));padding:2rem;border:1px solid light-dark(#dbe2df,#263330);border-radius:1rem;background:light-dark(#fff,#151d1b)}
h1{margin:0;font-size:1.4rem}p{margin:.75rem 0}form{display:inline}a{color:light-dark(#0c6b5e,#5eead4)}
small{display:block;margin:-2rem -2rem 1.5rem;padding:.3rem;text-align:center;font-weight:600;letter-spacing:.18em;font-size:.75rem;border-radius:1rem 1rem 0 0;background:light-dark(#fdf0d2,#3a2a10);color:light-dark(#6b4300,#f7cf7c)}
button{font:inherit;font-weight:500;min-height:2.75rem;padding:0 1.25rem;margin:.5rem .5rem 0 0;border-radius:.5rem;border:1px solid light-dark(#0c6b5e,#5eead4);background:transparent;color:inherit;cursor:pointer}
form:first-of-type button{background:light-dark(#0c6b5e,#5eead4);color:light-dark(#fff,#06231e)}
button:focus-visible,a:focus-visible{outline:2px solid light-dark(#0c6b5e,#5eead4);outline-offset:2px}`
const OUTCOMES = { approve: 'APPROVED', reject: 'REJECTED' } as const

const show = (reply: FastifyReply, status: number, content: string) =>
  sendPage(reply, {
    status,
    title: 'Verification',
    policy: POLICY,
    style: STYLE,
    content: `<main><small>SANDBOX</small><h1>Verification</h1>${content}</main>`,
  })

const UNKNOWN = '<p>This link is invalid. Ask for another one.</p>'
const choice = (
  address: string,
) => `<p>In production an identity provider would now check documents. In the sandbox you choose the result.</p>
<form method="post" action="${address}/approve"><button>Approve</button></form><form method="post" action="${address}/reject"><button>Reject</button></form>`
const back = (redirectUri: string | undefined) =>
  redirectUri === undefined ? '' : `<p><a href="${escapeHtml(redirectUri)}">Go back</a></p>`

export function addKycPage(server: FastifyInstance, { engine, read, path }: Needs): void {
  server.get<{ Params: { token: string } }>(`${path}/:token`, async ({ params: { token } }, reply) =>
    read(token) ? show(reply, 200, choice(`${path}/${escapeHtml(token)}`)) : show(reply, 404, UNKNOWN),
  )
  server.post<{ Params: { token: string; choice: string } }>(
    `${path}/:token/:choice`,
    async ({ params: { token, choice } }, reply) => {
      const link = read(token)
      const outcome = Object.hasOwn(OUTCOMES, choice) ? OUTCOMES[choice as keyof typeof OUTCOMES] : undefined
      if (!link || !outcome) return show(reply, 404, UNKNOWN)
      try {
        await engine.run(link.platformId, (rows) => useKycLink(rows, { ...link, outcome }))
        return show(reply, 200, `<p>The verification is ${outcome}.</p>${back(link.redirectUri)}`)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return show(reply, error.status, `<p>${escapeHtml(error.message)}</p>${back(link.redirectUri)}`)
      }
    },
  )
}
