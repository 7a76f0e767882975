/** Card page of the sandbox's issuer: number, security code and expiry of a card, for anyone who has the link. */
import type { FastifyInstance } from 'fastify'
import { sendPage } from './html-page.ts'

/** Details that are printed on a card. */
interface CardDetails {
  readonly number: string
  readonly securityCode: string
  readonly expMonth: number
  readonly expYear: number
}

/**
 * `sandbox` gives the page an opaque origin: a page that embeds it in a frame cannot read it, even one of this server.
 * Any page may embed it.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors *"
const STYLE =
  ':root{color-scheme:light dark}body{font:15px/1.5 system-ui;margin:1rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}dt{opacity:.75}dd{margin:0;font-family:ui-monospace,monospace}'
const PAGE = { title: 'Card', policy: POLICY, style: STYLE }

/** @param read opens the token of a link; undefined: not a token of this server, or expired */
export function addCardPage(
  server: FastifyInstance,
  { read, path }: { readonly read: (token: string) => CardDetails | undefined; readonly path: string },
): void {
  server.get<{ Params: { token: string } }>(`${path}/:token`, async ({ params: { token }, headers }, reply) => {
    // Scripts of this server must not fetch the page either. Browsers set this header, and no script can change it.
    const details = headers['sec-fetch-dest'] === 'empty' ? undefined : read(token)
    return details
      ? sendPage(reply, { ...PAGE, status: 200, content: contentOf(details) })
      : sendPage(reply, { ...PAGE, status: 404, content: '<p>This link is invalid or has expired.</p>' })
  })
}

const contentOf = ({ number, securityCode, expMonth, expYear }: CardDetails) =>
  `<dl><dt>Number</dt><dd>${number.replace(/(?=(?:.{4})+$)(?!^)/g, ' ')}</dd><dt>Expires</dt><dd>${String(expMonth).padStart(2, '0')}/${expYear % 100}</dd><dt>Code</dt><dd>${securityCode}</dd></dl>`
