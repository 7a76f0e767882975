/** Limits page: every limit of requests with its value. */
import { LIMITS } from '../../contract/limits.ts'
import { page, table } from './markdown.ts'

const ABOUT: Readonly<Record<keyof typeof LIMITS, readonly [what: string, unit: 'bytes' | '']>> = {
  amount: ['Largest amount of a payment and largest balance, in minor units; exact as a JSON number', ''],
  sandboxFund: ['Largest amount of one funding in the sandbox, in minor units', ''],
  page: ['Largest `limit` of a list', ''],
  pageDefault: ['Items of a list page without `limit`', ''],
  bodyBytes: ['JSON body', 'bytes'],
  fileBytes: ['A file of a multipart form', 'bytes'],
  csvBytes: ['CSV file of customers', 'bytes'],
  importErrors: ['Errors of an import that are listed; further ones are only counted', ''],
  bodyDepth: ['Levels of objects and arrays in a JSON body', ''],
  unknownFields: ['Unknown fields of a body, and unknown parameters of a query', ''],
  parties: ['Accounts whose names one request asks for', ''],
  checkpoints: ['Newest checkpoints of the ledger whose postings a verification over the API recomputes', ''],
  tokens: ['API tokens of a platform', ''],
  idempotencyKeyLength: ['Characters of an Idempotency-Key', ''],
  text: ['Characters of a free text: descriptions, names', ''],
  remittance: ['Characters of `remittanceInformation`', ''],
  walletSessions: ['Live sessions of a wallet; the oldest makes room for another one', ''],
  walletChallenges: ['Challenges of a wallet that wait to be signed', ''],
}

/** 10485760 bytes → 10 MiB. */
function size(bytes: number): string {
  const [unit, name] = bytes >= 2 ** 20 ? [2 ** 20, 'MiB'] : [2 ** 10, 'KiB']
  return `${bytes / unit} ${name}`
}

export const limitsPage = (): string =>
  page(
    'Limits',
    'What one request may contain, and what one platform or wallet may have. A request beyond a limit is refused with a code of the [errors](errors.md) that names the limit; nothing is stored and no money moves. From [contract/limits.ts](../../contract/limits.ts).',
    table(
      ['What', 'At most'],
      Object.entries(ABOUT).map(([name, [what, unit]]) => {
        const value = LIMITS[name as keyof typeof LIMITS]
        return [what, unit === 'bytes' ? size(value) : value.toLocaleString('en')]
      }),
    ),
    'Requests, uploads, wallet sessions and challenges are also limited over time, for each platform and shared by all processes; a request above such a limit answers 429 with `RateLimit` and `Retry-After` headers. The values are settings: see [configuration](../configuration.md#limits).',
  )
