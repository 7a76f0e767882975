/** Owns the page of the sandbox's card issuer: number, security code and expiry of a card, for whoever has the link. */
import type { FastifyInstance, FastifyReply } from 'fastify'

/** What is on a card. */
interface Face {
  readonly number: string
  readonly securityCode: string
  readonly expMonth: number
  readonly expYear: number
}

/**
 * `sandbox` gives the page an origin of its own that is nobody else's: a page that holds it in a frame cannot read it,
 * not even one of this very server. Any page may hold it.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors *"

const shown = (reply: FastifyReply, status: number, content: string) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Card</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui;margin:1rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}dt{opacity:.75}dd{margin:0;font-family:ui-monospace,monospace}</style>
${content}`)

/** @param read what is said by the last part of an address; undefined: it was not made here, or is too old */
export function addCardPage(
  server: FastifyInstance,
  { read, path }: { readonly read: (token: string) => Face | undefined; readonly path: string },
): void {
  server.get<{ Params: { token: string } }>(`${path}/:token`, async ({ params: { token }, headers }, reply) => {
    // A script of this very server may not read what it can't see in the frame. Browsers say what asks; no script can change it.
    const face = headers['sec-fetch-dest'] === 'empty' ? undefined : read(token)
    return face ? shown(reply, 200, contentOf(face)) : shown(reply, 404, '<p>This link leads nowhere any more.</p>')
  })
}

const contentOf = ({ number, securityCode, expMonth, expYear }: Face) =>
  `<dl><dt>Number</dt><dd>${number.replace(/(?=(?:.{4})+$)(?!^)/g, ' ')}</dd><dt>Expires</dt><dd>${String(expMonth).padStart(2, '0')}/${expYear % 100}</dd><dt>Code</dt><dd>${securityCode}</dd></dl>`
