/** Owns the sandbox's verification page: two buttons, without scripts, for whoever has the link. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import type { Engine } from '../../engine/engine.ts'
import { type UsableLink, useKycLink } from './use-kyc-link.ts'

interface Link extends UsableLink {
  readonly platformId: string
  readonly redirectUri?: string
}

interface Needs {
  readonly engine: Engine
  /** What is said by the last part of an address; undefined: it was not made here. */
  readonly read: (token: string) => Link | undefined
  readonly path: string
}

/** Its buttons lead back to this server alone, and no other page may hold it in a frame and have it clicked. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const OUTCOMES = { approve: 'APPROVED', reject: 'REJECTED' } as const

const shown = (reply: FastifyReply, status: number, content: string) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Verification</title>
<style>body{font:1rem/1.5 system-ui;max-width:30rem;margin:15vh auto;padding:0 1rem}form{display:inline}button{font:inherit;padding:.5rem 1rem;margin-right:.5rem}</style>
<h1>Verification</h1>${content}`)

const UNKNOWN = '<p>This link leads nowhere. Ask for another one.</p>'
const CHOICE = (
  address: string,
) => `<p>In production an identity provider would now look at documents. This is the sandbox: choose what it finds.</p>
<form method="post" action="${address}/approve"><button>Approve</button></form><form method="post" action="${address}/reject"><button>Reject</button></form>`
const back = (redirectUri: string | undefined) =>
  redirectUri === undefined ? '' : `<p><a href="${escaped(redirectUri)}">Go back</a></p>`
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

export function addKycPage(server: FastifyInstance, { engine, read, path }: Needs): void {
  server.get<{ Params: { token: string } }>(`${path}/:token`, async ({ params: { token } }, reply) =>
    read(token) ? shown(reply, 200, CHOICE(`${path}/${escaped(token)}`)) : shown(reply, 404, UNKNOWN),
  )
  server.post<{ Params: { token: string; choice: string } }>(
    `${path}/:token/:choice`,
    async ({ params: { token, choice } }, reply) => {
      const link = read(token)
      const outcome = Object.hasOwn(OUTCOMES, choice) ? OUTCOMES[choice as keyof typeof OUTCOMES] : undefined
      if (!link || !outcome) return shown(reply, 404, UNKNOWN)
      try {
        await engine.run(link.platformId, (rows) => useKycLink(rows, link, outcome))
        return shown(reply, 200, `<p>The verification is ${outcome}.</p>${back(link.redirectUri)}`)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return shown(reply, error.status, `<p>${escaped(error.message)}</p>${back(link.redirectUri)}`)
      }
    },
  )
}
