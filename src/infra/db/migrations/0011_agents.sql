create table agents (
  platform_id uuid not null,
  id uuid not null,
  name text not null,
  customer_id uuid not null,
  platform_customer_id text not null,
  policy json not null,
  is_paused boolean not null,
  token_hash text,
  device_code_hash text,
  audit_sequence int not null,
  audit_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (platform_id, id)
);
create index agents_customer on agents (platform_id, customer_id, id);
create index agents_token on agents (token_hash);
comment on table agents is 'Programs that act for one customer under a policy. Of their tokens and codes only HMACs are here.';

create table agent_usage (
  platform_id uuid not null,
  id uuid not null,
  currency text not null,
  day text not null,
  daily_count int not null check (daily_count >= 0),
  daily_spend amount not null check (daily_spend >= 0),
  daily_carried amount not null check (daily_carried between 0 and daily_spend),
  month text not null,
  monthly_spend amount not null check (monthly_spend >= 0),
  monthly_carried amount not null check (monthly_carried between 0 and monthly_spend),
  epoch int not null,
  rates json not null,
  primary key (platform_id, id)
);
comment on table agent_usage is 'What counts against the limits of each agent: one row an agent, locked by whoever changes it.';

create table agent_spending (
  platform_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  amount amount not null check (amount > 0),
  currency text not null,
  epoch int not null,
  day text not null,
  month text not null,
  daily_count int not null,
  daily_spend amount not null,
  monthly_spend amount not null,
  daily_count_limit int,
  daily_limit amount,
  monthly_limit amount,
  created_at timestamptz not null,
  given_back_at timestamptz,
  primary key (platform_id, id),
  -- Whatever the program does, nothing is counted beyond a limit.
  check (daily_count <= daily_count_limit),
  check (daily_spend <= daily_limit),
  check (monthly_spend <= monthly_limit)
);
create index agent_spending_agent on agent_spending (platform_id, agent_id, id);
comment on table agent_spending is 'Each payment that counts against the limits of an agent, by the id of the payment.';

create table agent_device_codes (
  platform_id uuid not null,
  code_hash text not null,
  agent_id uuid not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  created_at timestamptz not null,
  primary key (platform_id, code_hash)
);
create index agent_device_codes_hash on agent_device_codes (code_hash);
comment on table agent_device_codes is 'Codes by which a program becomes an agent, as HMACs.';

create table agent_actions (
  platform_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  customer_id uuid not null,
  platform_customer_id text not null,
  status text not null check (status in ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED')),
  type text not null check (type in ('EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN')),
  quote_id uuid,
  source_id text,
  destination_id text,
  amount amount not null check (amount > 0),
  currency text not null,
  approval_rule text,
  signer json,
  transaction_id uuid,
  rejection_reason text,
  failure_reason text,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id),
  check ((type = 'EXECUTE_QUOTE') = (quote_id is not null)),
  check ((status = 'PENDING_APPROVAL') <= (transaction_id is null and approval_rule is not null)),
  check ((status = 'REJECTED') <= (transaction_id is null)),
  check ((status = 'APPROVED') <= (transaction_id is not null))
);
create index agent_actions_agent on agent_actions (platform_id, agent_id, id);
create index agent_actions_status on agent_actions (platform_id, status, id);
comment on table agent_actions is 'What agents asked for that moves money, and what was decided about it.';

create table agent_audit_entries (
  platform_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  sequence int not null,
  decision text,
  content text not null,
  previous_hash text not null,
  hash text not null,
  created_at timestamptz not null,
  primary key (platform_id, id)
);
create unique index agent_audit_entries_sequence on agent_audit_entries (platform_id, agent_id, sequence);
create trigger agent_audit_entries_are_immutable before update or delete or truncate on agent_audit_entries
  for each statement execute function refuse_change();
comment on table agent_audit_entries is 'Every decision about agents and by them: each entry carries the hash of the one before. Never changed, never removed.';
