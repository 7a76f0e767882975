-- Money that arrives over rails: how far each rail was read, what it reported, and what was booked.

create table rail_cursors (
  rail text primary key,
  arrivals_after text,
  payees_after uuid,
  leased_until timestamptz
);
comment on table rail_cursors is 'How far the arrivals of each rail are read, and its payees announced to it. Rows of no platform.';
comment on column rail_cursors.leased_until is 'Until then one process reads the rail. Two at once would cost requests, and credit nothing twice.';

create table reported_arrivals (
  rail text not null,
  key text not null check (length(key) between 1 and 200),
  id uuid not null unique,
  platform_id uuid not null,
  payee_kind text check (payee_kind in ('ACCOUNT', 'QUOTE')),
  payee_id uuid,
  currency text not null,
  amount amount not null check (amount > 0),
  reference text,
  payer text,
  arrived_at timestamptz not null,
  held_for text,
  reported_at timestamptz not null default now(),
  booked_at timestamptz,
  primary key (rail, key),
  check ((payee_kind is null) = (payee_id is null))
);
create index reported_arrivals_unbooked on reported_arrivals (reported_at) where booked_at is null;
comment on table reported_arrivals is 'What rails reported, stored with the cursor. Decides once which platform an arrival belongs to, so that two reports cannot be credited twice.';

comment on column reported_arrivals.held_for is 'Why it goes to suspense; null: it is to be credited.';

create table arrivals (
  platform_id uuid not null,
  id uuid not null,
  rail text not null,
  currency text not null,
  amount amount not null check (amount > 0),
  reference text,
  payer text,
  arrived_at timestamptz not null,
  suspended_for text,
  released_to uuid,
  released_at timestamptz,
  transaction_id uuid,
  created_at timestamptz not null,
  written bigint not null default row_version(),
  primary key (platform_id, id),
  check ((released_to is null) = (released_at is null)),
  check (released_to is null or suspended_for is not null),
  check (transaction_id is not null or suspended_for is not null)
);
comment on table arrivals is 'Arrivals that were booked: credited, or in suspense until an operator releases them.';
comment on column arrivals.suspended_for is 'Why the money went to suspense; null: it was credited.';
comment on column arrivals.written is 'Random number of the batch that wrote the row.';
create index arrivals_in_suspense on arrivals (created_at) where suspended_for is not null and released_at is null;

-- An arrival names its payee by id alone.
create unique index accounts_by_id on accounts (id);
create index quotes_awaiting_funds on quotes (transaction_id) where source_type = 'REALTIME_FUNDING';
create index quotes_awaiting_funds_by_id on quotes (id) where source_type = 'REALTIME_FUNDING';
