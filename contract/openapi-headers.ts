/** Headers of replies, as the OpenAPI document describes them. */

/** A header or parameter; without a schema it is plain text. */
export const text = (description: string, schema: object = { type: 'string' }) => ({ description, schema })

export const replyHeaders = {
  'X-Request-Id': text('Names this request in the logs'),
  'Ignored-Fields': text(
    'Fields and query parameters of the request that are unknown and had no effect, as paths separated by commas; absent when there are none. A misspelt name is refused instead',
  ),
  'Idempotent-Replayed': text('`true` when this is the reply to an earlier request with the same Idempotency-Key', {
    const: 'true',
  }),
  'Retry-After': text('Seconds to wait', { type: 'integer', minimum: 0 }),
  'RateLimit-Policy': text(
    'Limit that was reached: its name, quota (`q`) and window in seconds (`w`). Only for limits of requests or uploads',
    { type: 'string', examples: ['"token";q=1000;w=1'] },
  ),
  RateLimit: text('Remaining quota (`r`), and seconds until it is replenished (`t`)', {
    type: 'string',
    examples: ['"token";r=0;t=1'],
  }),
}
