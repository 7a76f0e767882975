create table cards (
  platform_id uuid not null,
  id uuid not null,
  status text not null check (status in ('PENDING_ISSUE', 'ACTIVE', 'FROZEN', 'CLOSED')),
  state_reason text check (state_reason in ('ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE')),
  cardholder_id uuid not null,
  platform_customer_id text not null,
  platform_card_id text not null,
  funding_sources json not null,
  currency text not null,
  brand text check (brand in ('VISA', 'MASTERCARD')),
  last4 text check (last4 ~ '^[0-9]{4}$'),
  exp_month int check (exp_month between 1 and 12),
  exp_year int,
  issuer_ref text,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id),
  check ((status = 'CLOSED') = (state_reason is not null))
);
create index cards_cardholder on cards (platform_id, cardholder_id, id);
create index cards_platform_card_id on cards (platform_id, platform_card_id);
create index cards_funding_sources on cards using gin ((funding_sources::jsonb) jsonb_path_ops);
comment on table cards is 'Cards, and what pays for them. Their numbers are with the issuer alone.';

create table card_transactions (
  platform_id uuid not null,
  id uuid not null,
  status text not null check (status in ('AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION')),
  decline_reason text,
  card_id uuid not null,
  account_id uuid not null,
  customer_id uuid not null,
  platform_customer_id text not null,
  merchant json not null,
  currency text not null,
  authorized_amount amount not null check (authorized_amount > 0),
  hold_id uuid,
  held_amount amount not null check (held_amount >= 0),
  pull_count int not null,
  pending_pulls int not null check (pending_pulls >= 0),
  pulled_amount amount not null check (pulled_amount >= 0),
  credited_amount amount not null check (credited_amount >= 0),
  suspended_amount amount not null check (suspended_amount >= 0),
  settled_count int not null,
  settled_amount amount not null check (settled_amount >= 0),
  refund_count int not null,
  refunded_amount amount not null check (refunded_amount >= 0),
  issuer_transaction_token text not null,
  last_event_at timestamptz,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id),
  -- Nobody is given back more than was taken, and the funding source never pays more than the merchant got.
  check (refunded_amount <= settled_amount),
  check (credited_amount + suspended_amount <= pulled_amount),
  check (pulled_amount - credited_amount - suspended_amount <= settled_amount - refunded_amount)
);
create index card_transactions_card on card_transactions (platform_id, card_id, id);
create index card_transactions_account on card_transactions (platform_id, account_id, id);
create index card_transactions_customer on card_transactions (platform_id, customer_id, id);
create index card_transactions_exceptions on card_transactions (platform_id, id)
  where status = 'EXCEPTION' and decline_reason is null;
comment on table card_transactions is 'Purchases by card, each with what was set aside, cleared and given back.';

create table card_records (
  platform_id uuid not null,
  card_transaction_id uuid not null,
  sequence int not null,
  kind text not null check (kind in ('CLEARING', 'REFUND', 'REFUND_REVERSAL')),
  amount amount not null check (amount > 0),
  created_at timestamptz not null,
  primary key (platform_id, card_transaction_id, sequence)
);
comment on table card_records is 'Each clearing and each refund of a purchase. Never changed.';
