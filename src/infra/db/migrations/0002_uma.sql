create table settlements (
  platform_id uuid not null,
  id uuid not null,
  institution text not null,
  invoice text not null,
  callback text not null,
  created_at timestamptz not null,
  primary key (platform_id, id)
);
comment on table settlements is 'By what payments between this and another institution are settled; one row a payment at most.';

create table uma_messages (
  platform_id uuid not null,
  transaction_id uuid not null,
  id uuid not null,
  direction text not null check (direction in ('SENT', 'RECEIVED')),
  kind text not null,
  institution text not null,
  fields json not null,
  created_at timestamptz not null,
  primary key (platform_id, transaction_id, id)
);
create trigger uma_messages_are_immutable before update or delete on uma_messages for each statement execute function refuse_change();
comment on table uma_messages is 'What institutions said to each other about a payment, in order, as far as it may be read. Never changed, never removed.';

-- Of the installation, not of a tenant: another institution knows all platforms here by the same keys.
create table uma_keys (
  use text primary key check (use in ('SIGNING', 'ENCRYPTION')),
  private_key text not null,
  public_key text not null,
  created_at timestamptz not null default now()
);
comment on table uma_keys is 'Key pairs by which other institutions know this one; private parts sealed.';

create table uma_nonces (
  institution text not null,
  nonce text not null,
  said_at timestamptz not null,
  primary key (institution, nonce)
);
create index uma_nonces_said_at on uma_nonces (said_at);
comment on table uma_nonces is 'Nonces of messages received lately, so that none counts twice.';

create index platforms_uma_domain on platforms (uma_domain);
