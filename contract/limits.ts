/** Limits of requests. */
export const LIMITS = {
  /** Largest amount or balance in minor units; below 2^53, so a JSON number is exact. */
  amount: 9_000_000_000_000_000,
  /** Largest sandbox funding in minor units. */
  sandboxFund: 100_000_000_000,
  page: 100,
  pageDefault: 20,
  bodyBytes: 256 * 1024,
  /** Largest file in a multipart form. */
  fileBytes: 10 * 1024 * 1024,
  /** Largest CSV file of customers. */
  csvBytes: 100 * 1024 * 1024,
  /** Faults of an import that are stored; further ones are only counted. */
  importErrors: 1000,
  /** Levels of objects and arrays in a JSON body. */
  bodyDepth: 16,
  /** Unknown fields of a body, and unknown parameters of a query. */
  unknownFields: 100,
  /** Accounts whose names one request asks for. */
  parties: 200,
  /** Newest checkpoints of the ledger whose postings a verification over the API recomputes. */
  checkpoints: 200,
  /** API tokens of one platform. */
  tokens: 100,
  idempotencyKeyLength: 255,
  /** Longest free text (descriptions, names). */
  text: 1000,
  /** Longest text for a receiver's statement: the least that the bank rails carry. */
  remittance: 80,
  /** Live sessions of a wallet; a new one ends the oldest. */
  walletSessions: 50,
  /** Open challenges of a wallet. */
  walletChallenges: 20,
} as const
