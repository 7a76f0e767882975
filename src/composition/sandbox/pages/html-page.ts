/** HTML page of a simulated provider: plain markup, never cached, no referrer. */
import type { FastifyReply } from 'fastify'

export interface Page {
  readonly status: number
  readonly title: string
  /** Content-Security-Policy. */
  readonly policy: string
  /** CSS. */
  readonly style: string
  /** HTML; every value in it is escaped. */
  readonly content: string
}

export const sendPage = (reply: FastifyReply, { status, title, policy, style, content }: Page) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style>
${content}`)
