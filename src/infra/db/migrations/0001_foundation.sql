-- The tenant comes first in every key, so that the data can be sharded by platform. Ids are made by the program (UUIDv7):
-- a primary key is also the list order by creation. Amounts are minor units within ±9e15, exact in JavaScript.

create domain amount as bigint check (value between -9000000000000000 and 9000000000000000);

create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'production')),
  created_at timestamptz not null default now()
);
comment on table installation is 'What this database is for: a sandbox is never opened as production, nor the reverse.';

create table batches (id uuid primary key, committed_at timestamptz not null default now());
comment on table batches is 'One row per committed batch of commands: tells a retry whether a commit whose answer was lost had happened.';

create table idempotency_keys (
  platform_id uuid not null,
  key text not null,
  fingerprint text not null,
  status int not null,
  reply json not null,
  created_at timestamptz not null,
  primary key (platform_id, key)
);
create index idempotency_keys_age on idempotency_keys using brin (created_at);
comment on table idempotency_keys is 'The first reply given under each Idempotency-Key.';

create table jobs (
  platform_id uuid not null,
  key text not null,
  name text not null,
  subjects json not null,
  due_at timestamptz not null,
  attempts int not null,
  leased_until timestamptz,
  last_error text,
  dead_at timestamptz,
  primary key (platform_id, key)
);
create index jobs_due on jobs (due_at) where dead_at is null;
comment on table jobs is 'Work that is due at a moment of the clock, removed in the batch of its effect.';

create table platforms (
  platform_id uuid not null,
  id uuid not null check (id = platform_id),
  name text not null,
  uma_domain text not null,
  proxy_uma_subdomain text not null,
  supported_currencies json not null,
  is_regulated_financial_institution boolean not null,
  embedded_wallet_config json,
  webhook_secret text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id)
);
comment on table platforms is 'The tenants.';

create table listeners (
  platform_id uuid not null,
  id uuid not null check (id = platform_id),
  endpoint text,
  disabled_at timestamptz,
  primary key (platform_id, id)
);
comment on table listeners is 'Where each platform wants its events.';

create table tokens (
  platform_id uuid not null,
  id uuid not null,
  name text not null,
  permissions json not null,
  client_id text not null,
  secret_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id)
);
create index tokens_client_id on tokens (client_id);
comment on table tokens is 'API tokens. Of the secret only an HMAC is kept.';

create table claims (
  platform_id uuid not null,
  name text not null,
  holder uuid not null,
  primary key (platform_id, name)
);
comment on table claims is 'Names that one object of a platform holds at a time: customer ids of the platform, UMA addresses, external accounts.';

create table customers (
  platform_id uuid not null,
  id uuid not null,
  platform_customer_id text not null,
  type text not null check (type in ('INDIVIDUAL', 'BUSINESS')),
  status text not null check (status in ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED')),
  uma_address text not null,
  email text,
  region text,
  currencies json,
  profile json not null,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (platform_id, id)
);
comment on table customers is 'The platforms'' customers.';

create table accounts (
  platform_id uuid not null,
  id uuid not null,
  customer_id uuid,
  platform_customer_id text,
  type text not null check (type in ('INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET')),
  currency text not null,
  created_at timestamptz not null,
  primary key (platform_id, id)
);
create index accounts_customer on accounts (platform_id, customer_id);
comment on table accounts is 'Internal accounts: what never changes about them.';

create table balances (
  platform_id uuid not null,
  id uuid not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'CLOSED', 'FROZEN')),
  posted amount not null check (posted >= 0),
  held amount not null check (held >= 0),
  private_enabled boolean,
  version int not null,
  updated_at timestamptz not null,
  primary key (platform_id, id),
  constraint balances_never_below_zero check (posted - held >= 0)
) with (fillfactor = 70);
comment on table balances is 'What internal accounts hold: posted money, and the part of it that is held for something under way.';

create table holds (
  platform_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  amount amount not null check (amount >= 0),
  status text not null check (status in ('OPEN', 'RELEASED', 'SETTLED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id)
);
comment on table holds is 'Money that is set aside in an account.';

create table postings (
  platform_id uuid not null,
  transaction_id uuid not null,
  line int not null,
  debit_account uuid not null,
  credit_account uuid not null check (credit_account <> debit_account),
  currency text not null,
  amount amount not null check (amount > 0),
  debit_after amount check (debit_after >= 0),
  credit_after amount check (credit_after >= 0),
  created_at timestamptz not null,
  primary key (platform_id, transaction_id, line)
);
create index postings_debit on postings (platform_id, debit_account, transaction_id) where debit_after is not null;
create index postings_credit on postings (platform_id, credit_account, transaction_id) where credit_after is not null;
comment on table postings is 'The ledger: each row moves an amount from one account to another, so it balances by its form. Never changed, never removed.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger postings_are_immutable before update or delete or truncate on postings for each statement execute function refuse_change();

create view entries as
  select platform_id, transaction_id, line, debit_account as account_id, currency, -amount as amount, debit_after as balance_after, created_at from postings
  union all
  select platform_id, transaction_id, line, credit_account, currency, amount, credit_after, created_at from postings;
comment on view entries is 'The ledger as double entry: two lines a posting.';

create table house_balances (platform_id uuid not null, key uuid not null, amount bigint not null);
comment on table house_balances is 'Balances of house accounts as differences: append-only, folded now and then, never locked.';

create table external_accounts (
  platform_id uuid not null,
  id uuid not null,
  customer_id uuid,
  platform_account_id text,
  currency text not null,
  account_type text not null,
  account_info json not null,
  identifier text not null,
  status text not null check (status in ('PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE')),
  beneficiary_verification_status text,
  beneficiary_name text,
  default_uma_deposit_account boolean not null,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (platform_id, id)
);
comment on table external_accounts is 'Accounts elsewhere: banks, mobile money, wallets.';

create table lookups (
  platform_id uuid not null,
  id uuid not null,
  receiver text not null,
  accounts json,
  currencies json not null,
  required_payer_data json not null,
  created_at timestamptz not null,
  primary key (platform_id, id)
);
comment on table lookups is 'What receivers took and asked for when they were looked up.';

create table quotes (
  platform_id uuid not null,
  id uuid not null,
  status text not null check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  customer_id uuid,
  transaction_id uuid not null,
  source_type text not null check (source_type in ('ACCOUNT', 'REALTIME_FUNDING')),
  source_account_id uuid check ((source_account_id is null) = (source_type = 'REALTIME_FUNDING')),
  crypto_network text,
  destination_type text not null check (destination_type in ('ACCOUNT', 'UMA_ADDRESS')),
  destination_id text not null,
  destination_account_id uuid,
  payment_rail text,
  sending_currency text not null,
  receiving_currency text not null,
  total_sending_amount amount not null check (total_sending_amount > 0),
  total_receiving_amount amount not null check (total_receiving_amount > 0),
  fees amount not null check (fees >= 0 and fees < total_sending_amount),
  fee_rate text not null,
  exchange_rate text not null,
  description text,
  sender_customer_info json,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id)
) with (fillfactor = 85);
comment on table quotes is 'Locked rates.';

create table transactions (
  platform_id uuid not null,
  id uuid not null,
  type text not null check (type in ('INCOMING', 'OUTGOING')),
  status text not null check (status in ('CREATED', 'PENDING', 'PROCESSING', 'COMPLETED', 'REJECTED', 'FAILED', 'REFUNDED', 'EXPIRED')),
  customer_id uuid,
  platform_customer_id text,
  quote_id uuid,
  source_type text,
  source_id text,
  source_currency text not null,
  destination_type text not null,
  destination_id text not null,
  destination_currency text not null,
  sent_amount amount not null check (sent_amount > 0),
  received_amount amount not null check (received_amount > 0),
  fees amount not null check (fees >= 0),
  fee_rate text,
  exchange_rate text,
  reference_id uuid,
  description text,
  failure_reason text,
  refund json,
  counterparty_information json,
  agent_id uuid,
  settled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  primary key (platform_id, id)
) with (fillfactor = 80);
create index transactions_customer on transactions (platform_id, customer_id, id);
create index transactions_reference on transactions (platform_id, reference_id) where reference_id is not null;
comment on table transactions is 'Payments.';

create table events (
  platform_id uuid not null,
  object_id uuid not null,
  sequence int not null,
  id uuid not null,
  type text not null,
  data json not null,
  created_at timestamptz not null,
  primary key (platform_id, object_id, sequence)
);
create trigger events_are_immutable before update on events for each statement execute function refuse_change();
comment on table events is 'What happened, in order per object; written with the change itself.';

create table deliveries (
  platform_id uuid not null,
  object_id uuid not null,
  delivered int not null,
  attempts int not null,
  first_failed_at timestamptz,
  retry_at timestamptz,
  busy_until timestamptz,
  again boolean not null,
  primary key (platform_id, object_id)
) with (fillfactor = 70);
comment on table deliveries is 'How far the events of each object have been delivered.';

create table delivery_attempts (
  platform_id uuid not null,
  event_id uuid not null,
  object_id uuid not null,
  sequence int not null,
  outcome text not null check (outcome in ('DELIVERED', 'FAILED', 'GIVEN_UP')),
  http_status int,
  error text,
  duration_ms int not null,
  attempted_at timestamptz not null
);
create index delivery_attempts_object on delivery_attempts (platform_id, object_id, sequence);
comment on table delivery_attempts is 'Every try at delivering an event.';

create table signing_keys (
  id text primary key,
  private_key text not null,
  public_key json not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
comment on table signing_keys is 'Keys that sign webhooks, private parts sealed; two are live during a rotation.';

create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null,
  frozen_at timestamptz
);
comment on table sandbox_clock is 'How far the sandbox clock is ahead of the machine''s; no row while nobody has moved it.';
