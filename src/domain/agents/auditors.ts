/** Invariants of agents as SQL queries: each must return no row, at any time. */
import type { Auditor } from '../ledger/auditors.ts'

const UNDONE = `(t.status in ('REJECTED', 'FAILED', 'REFUNDED', 'EXPIRED') or (t.status = 'COMPLETED' and t.refund is not null))`

export const agentAuditors: readonly Auditor[] = [
  {
    name: 'the usage of an agent is the sum of its payments',
    sql: `select u.platform_id, u.id from agent_usage u
      left join lateral (select count(*) filter (where s.day = u.day) as count,
          coalesce(sum(s.amount) filter (where s.day = u.day and s.epoch = u.epoch), 0) as daily,
          coalesce(sum(s.amount) filter (where s.month = u.month and s.epoch = u.epoch), 0) as monthly
        from agent_spending s
        where s.platform_id = u.platform_id and s.agent_id = u.id and s.given_back_at is null) s on true
      where u.daily_count <> s.count or u.daily_spend <> u.daily_carried + s.daily or u.monthly_spend <> u.monthly_carried + s.monthly`,
  },
  {
    name: 'a payment of an agent counts until it fails or is refunded',
    sql: `select s.platform_id, s.id, t.status, s.given_back_at from agent_spending s
      left join transactions t on t.platform_id = s.platform_id and t.id = s.id and t.agent_id = s.agent_id
      where t.id is null or (s.given_back_at is not null) <> ${UNDONE}`,
  },
  {
    name: 'an approved action counts as usage, or failed immediately',
    sql: `select a.platform_id, a.id, a.status from agent_actions a
      left join agent_spending s on s.platform_id = a.platform_id and s.id = a.transaction_id and s.agent_id = a.agent_id
      where (a.status = 'APPROVED' and a.type <> 'ADD_EXTERNAL_ACCOUNT') <> (s.id is not null)`,
  },
  {
    name: 'a payee that was not approved is removed',
    sql: `select a.platform_id, a.id, e.status from agent_actions a
      join external_accounts e on e.platform_id = a.platform_id and 'ExternalAccount:' || e.id = a.destination_id
      where a.type = 'ADD_EXTERNAL_ACCOUNT' and a.status in ('REJECTED', 'FAILED') and e.status = 'PENDING' and e.deleted_at is null`,
  },
  {
    name: 'every entry of the audit log carries the hash of the previous one',
    sql: `select e.platform_id, e.agent_id, e.sequence from agent_audit_entries e
      left join agent_audit_entries b on b.platform_id = e.platform_id and b.agent_id = e.agent_id and b.sequence = e.sequence - 1
      where e.previous_hash <> coalesce(b.hash, repeat('0', 64)) or (b.id is null) <> (e.sequence = 1)
        or e.hash <> encode(sha256(convert_to(e.previous_hash || e.content, 'UTF8')), 'hex')`,
  },
  {
    name: 'the audit log of an agent ends with the entry that the agent row names',
    sql: `select a.platform_id, a.id, a.audit_sequence from agents a
      left join agent_audit_entries e on e.platform_id = a.platform_id and e.agent_id = a.id and e.sequence = a.audit_sequence
      where e.hash is distinct from a.audit_hash
        or exists (select from agent_audit_entries l where l.platform_id = a.platform_id and l.agent_id = a.id and l.sequence > a.audit_sequence)`,
  },
]
