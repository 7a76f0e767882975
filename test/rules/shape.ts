/** Exceptions to the rules of shape and naming that are still open. Entries are only ever removed. */

/** Operations whose domain function has another name than their operationId. */
export const WITHOUT_FUNCTION: readonly string[] = []

/** Operations without a `describe` that begins with their operationId. */
export const WITHOUT_DESCRIBE: readonly string[] = [
  'getCardById',
  'getCardTransactionById',
  'getDelegatedKey',
  'listAuthSessions',
  'listCardTransactions',
  'listDelegatedKeys',
]

/** Folders with more files than the limit. */
export const CROWDED_FOLDERS: readonly string[] = []

/** Small files with one importer, to be moved into it. A file that stands for a boundary goes to BOUNDARIES instead. */
export const FRAGMENTS: readonly string[] = [
  'src/domain/cards/withdraw-card.ts',
  'src/mcp/instructions.ts',
  'src/providers/uma/native-curve.ts',
]

/** Small files with one importer that stand for a boundary → which one. */
export const BOUNDARIES: Readonly<Record<string, string>> = {
  'src/domain/events/api.ts': 'operations of the room',
  'src/domain/payments/invitations/jobs.ts': 'jobs, which the composition collects',
  'src/domain/payments/uma/incoming/jobs.ts': 'jobs, which the composition collects',
  'src/domain/payments/uma/nonces.ts': 'nonce memory of the UMA provider (providers/uma/verify.ts)',
  'src/providers/custodian/sandbox.ts': 'implementation of the custodian port',
  'src/providers/identity/manual.ts': 'implementation of the identity port',
  'src/providers/stand-ins/sandbox.ts': 'the sandbox’s set of providers',
}
