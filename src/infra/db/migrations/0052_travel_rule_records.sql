-- Who sends and who receives, of payouts by UMA and over chains from a threshold on. Stored before the payout is submitted;
-- never deleted, never in events or logs.
create table travel_rule_records (
  key text primary key,
  platform_id uuid not null,
  currency text not null,
  amount amount not null,
  originator json not null,
  beneficiary json not null,
  kept_at timestamptz not null default now(),
  completed_at timestamptz,
  completed_by text
);
comment on column travel_rule_records.completed_at is 'When an operator added the name of the beneficiary.';
