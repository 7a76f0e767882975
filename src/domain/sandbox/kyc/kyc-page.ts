/** Verification page of the sandbox: two buttons, no scripts, for anyone who has the link. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../../../core/html.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { Engine } from '../../../engine/engine.ts'
import { sendPage } from '../page.ts'
import { type UsableLink, useKycLink } from './use-kyc-link.ts'

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
const STYLE =
  'body{font:1rem/1.5 system-ui;max-width:30rem;margin:15vh auto;padding:0 1rem}form{display:inline}button{font:inherit;padding:.5rem 1rem;margin-right:.5rem}'
const OUTCOMES = { approve: 'APPROVED', reject: 'REJECTED' } as const

const show = (reply: FastifyReply, status: number, content: string) =>
  sendPage(reply, {
    status,
    title: 'Verification',
    policy: POLICY,
    style: STYLE,
    content: `<h1>Verification</h1>${content}`,
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
