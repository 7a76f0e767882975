/** Small files with one importer that stand for a boundary → which one. Every other one belongs in its importer. */
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

/** Files with the operations that share one rule → which rule. Every other operation that writes is a file of its name. */
export const SHARED_RULES: Readonly<Record<string, string>> = {
  'src/domain/agents/me/payments/agent-payments.ts': 'payments that an agent orders, each under the same policy check',
  'src/domain/agents/policies/evaluate-agent-policy.ts':
    'evaluation of a policy, by the platform or by the agent itself',
  'src/domain/events/listening/forward-event.ts': 'signature and outcome of an event that a program forwards',
  'src/domain/events/replays/replay-events.ts': 'sending again, of one event or of all in a time range',
  'src/domain/events/send-test-webhook.ts': 'test event of a webhook endpoint',
  'src/domain/payments/external-accounts/register-external-account.ts': 'registration, by a customer or the platform',
  'src/domain/payments/external-accounts/remove-external-account.ts': 'removal, by a customer or the platform',
  'src/domain/payments/transactions/decide-approval.ts': 'decision on a payment: approve or reject',
  'src/domain/sandbox/cards/card-network.ts': 'messages of the simulated card network',
  'src/domain/sandbox/clock/clock.ts': 'moves of the sandbox’s clock',
}

/** File names that several folders of src/ use → what the name always means there. */
export const SAME_NAMES: Readonly<Record<string, string>> = {
  'api.ts': 'operations of a folder',
  'auditors.ts': 'invariants as queries',
  'authenticate.ts': 'authentication of callers: agents, platforms',
  'clock.ts': 'clock: the interface, and the operations of the sandbox’s clock',
  'condition.ts': 'condition of a rail as of the last check',
  'engine.ts': 'the engine, and how the composition makes it',
  'handlers.ts': 'kinds of handlers: of jobs, of operations',
  'jobs.ts': 'deferred work of a folder',
  'messages.ts': 'messages of a protocol: UMA, banks',
  'one-time-code.ts': 'one-time codes: their cryptography, their use',
  'payout-store.ts': 'payouts of a rail in the database',
  'payouts.ts': 'payouts of a rail',
  'port.ts': 'port of a provider',
  'queries.ts': 'reads of a folder',
  'routes.ts': 'HTTP routes apart from the API',
  'sandbox.ts': 'simulated provider',
  'scheme.ts': 'bank scheme',
  'settings.ts': 'settings of a rail',
  'tables.ts': 'tables of the infrastructure',
  'trace.ts': 'trace of a payout on its rail',
  'travel-rule.ts': 'travel rule: its records, the operator’s commands',
}
