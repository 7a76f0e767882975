/** Delegated key auditors: money leaves a wallet only by a signature or under a delegated key. SQL that must return no row. */
import type { Auditor } from '../../ledger/auditors.ts'

const isAWallet = (account: string, of: string) =>
  `join accounts a on a.platform_id = ${of}.platform_id and a.id = ${account} and a.type = 'EMBEDDED_WALLET'`

export const delegatedKeyAuditors: readonly Auditor[] = [
  {
    name: 'every debit of a wallet is a payment that its holder signed, or a card purchase',
    sql: `select e.platform_id, e.account_id, e.transaction_id, e.amount from entries e ${isAWallet('e.account_id', 'e')}
      where e.amount < 0
        and not exists (select 1 from quotes q join signature_challenges c on c.platform_id = q.platform_id
            and c.spent_at is not null and c.payload::json #>> '{parameters,quoteId}' = 'Quote:' || q.id
          where q.platform_id = e.platform_id and q.transaction_id = e.transaction_id and q.source_account_id = e.account_id)
        and not exists (select 1 from card_transactions t
          where t.platform_id = e.platform_id and t.id = e.transaction_id and t.account_id = e.account_id and t.decline_reason is null)`,
  },
  {
    name: 'every purchase paid by a wallet was authorized under a delegated key',
    sql: `select t.platform_id, t.id, t.account_id from card_transactions t ${isAWallet('t.account_id', 't')}
      where t.decline_reason is null
        and not exists (select 1 from delegated_keys k where k.platform_id = t.platform_id and k.card_id = t.card_id
          and k.account_id = t.account_id and k.created_at <= t.created_at and (k.status = 'ACTIVE' or k.updated_at >= t.created_at))`,
  },
  {
    name: 'every delegated key has a signature, and its card lists it while it is ACTIVE',
    sql: `select k.platform_id, k.id, k.status from delegated_keys k
      join cards d on d.platform_id = k.platform_id and d.id = k.card_id
      left join signature_challenges c on c.platform_id = k.platform_id and c.id = k.challenge_id and c.spent_at is not null
      where c.id is null or (d.consents::jsonb ->> k.account_id::text is not distinct from k.id::text) <> (k.status = 'ACTIVE')`,
  },
]
