/** Small files with one importer that stand for a boundary → which one. Every other one belongs into its importer. */
export const BOUNDARIES: Readonly<Record<string, string>> = {
  'src/domain/cards/withdraw-card.ts': 'use case of the operator’s commands (operator/cards.ts)',
  'src/domain/payments/invitations/jobs.ts': 'jobs, which the composition collects',
  'src/domain/payments/uma/nonces.ts': 'nonce memory of the UMA provider (providers/uma/verify.ts)',
  'src/mcp/instructions.ts': 'prompt that a language model reads, apart from the code',
  'src/providers/custodian/sandbox.ts': 'implementation of the custodian port',
  'src/providers/identity/manual.ts': 'implementation of the identity port',
  'src/providers/stand-ins/sandbox.ts': 'the sandbox’s set of providers',
  'src/providers/uma/native-curve.ts': 'check of a native library before the UMA provider is made',
}
