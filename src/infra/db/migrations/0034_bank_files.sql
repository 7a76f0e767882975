-- Banks by files. Rows of rails, not of the engine: they belong to no platform.

-- One row a rail. Who makes a file or reads one holds its lock, so that one process at a time does.
create table bank_rails (
  rail text primary key,
  files bigint not null default 0,
  arrivals bigint not null default 0
);

-- Payouts from the moment when the rail took them.
create table bank_payouts (
  rail text not null,
  key text not null,
  number bigint not null generated always as identity,
  reference text,
  batch text not null,
  amount bigint not null check (amount > 0),
  creditor jsonb not null,
  remittance text not null,
  state text not null check (state in ('TAKEN', 'FILED', 'ACCEPTED', 'SETTLED', 'REJECTED', 'RETURNED')),
  taken_at timestamptz not null,
  due_at timestamptz not null,
  file bigint,
  settled_at timestamptz,
  reason_code text,
  reason_text text,
  -- Lines of statements on which it was debited and came back: each at most one.
  debit_line text,
  return_line text,
  -- From then on nothing of it is expected any more.
  closed boolean not null default false,
  primary key (rail, key),
  unique (rail, reference),
  check ((file is null) = (state = 'TAKEN' or (state = 'REJECTED' and reference is null)))
);
create index bank_payouts_due on bank_payouts (rail, due_at) where state = 'TAKEN';
create index bank_payouts_filed on bank_payouts (rail, file) where file is not null;
create index bank_payouts_owed_back on bank_payouts (rail) where state = 'RETURNED' and return_line is null;
create index bank_payouts_undecided on bank_payouts (rail, file) where state in ('FILED', 'ACCEPTED');

-- Files to the bank, bytes and all. STAGED: whole on the disk beside the outbox. SENT: in the outbox, or taken from there.
create table bank_files (
  rail text not null,
  number bigint not null,
  id text not null,
  name text not null,
  bytes bytea not null,
  sha256 text not null,
  payouts integer not null check (payouts > 0),
  total bigint not null check (total > 0),
  state text not null check (state in ('MADE', 'STAGED', 'SENT')),
  -- Name of the one copy beside the outbox that may be renamed into it.
  staged_as text,
  made_at timestamptz not null,
  sent_at timestamptz,
  -- What the bank says of the whole file.
  verdict text check (verdict in ('ACCEPTED', 'SETTLED', 'REJECTED')),
  primary key (rail, number),
  unique (rail, id),
  unique (rail, name),
  check ((staged_as is null) = (state = 'MADE')),
  check ((sent_at is null) = (state <> 'SENT'))
);
create index bank_files_unsent on bank_files (rail, number) where state <> 'SENT';

-- Files from the bank, once each by their bytes. WAITING: a statement before it has not come yet.
create table bank_inbox (
  rail text not null,
  sha256 text not null,
  name text not null,
  bytes bytea not null,
  received_at timestamptz not null,
  state text not null check (state in ('STORED', 'WAITING', 'READ', 'REFUSED')),
  fault text,
  -- What an operator has found out about the fault: it is closed.
  note text,
  primary key (rail, sha256),
  check (fault is not null or state in ('STORED', 'READ')),
  check (fault is null or state <> 'STORED')
);
create index bank_inbox_faults on bank_inbox (rail, received_at) where fault is not null and note is null;
create index bank_inbox_open on bank_inbox (rail, received_at) where state in ('STORED', 'WAITING');

-- Messages in those files, once each by the bank's own id.
create table bank_messages (
  rail text not null,
  kind text not null,
  id text not null,
  sha256 text not null,
  primary key (rail, kind, id)
);

-- Statements in their order: each begins with the balance with which the one before ended.
create table bank_statements (
  rail text not null,
  number bigint not null,
  id text not null,
  opened_on date not null,
  closed_on date not null,
  opening bigint not null,
  closing bigint not null,
  read_at timestamptz not null,
  primary key (rail, number),
  unique (rail, id)
);

-- Lines of statements, each with what it was matched to. OPEN: with nothing; an operator must look.
create table bank_lines (
  rail text not null,
  key text not null,
  statement bigint not null,
  amount bigint not null,
  booked_on date not null,
  matched text not null check (matched in ('PAYOUT', 'FILE', 'RETURN', 'ARRIVAL', 'FEE', 'OPEN')),
  payout text,
  details jsonb not null,
  note text,
  primary key (rail, key)
);
create index bank_lines_open on bank_lines (rail, statement) where matched = 'OPEN' and note is null;

-- Money that came in and was no return, numbered in the order in which it is reported.
create table bank_arrivals (
  rail text not null,
  number bigint not null,
  line text not null,
  amount bigint not null check (amount > 0),
  reference text,
  payer text,
  booked_on date not null,
  primary key (rail, number),
  unique (rail, line)
);

-- What receiving banks want to have changed in later payouts.
create table bank_corrections (
  rail text not null,
  sha256 text not null,
  reference text not null,
  code text not null,
  data text not null,
  note text,
  primary key (rail, sha256, reference, code)
);
create index bank_corrections_open on bank_corrections (rail) where note is null;

-- What an operator must look at, until a note closes it. `about` is for people, and without personal data.
create view bank_matters (rail, id, about, since) as
  select rail, 'file:' || left(sha256, 16), name || ' is ' || state || ': ' || fault, received_at
  from bank_inbox where fault is not null and note is null
  union all
  select line.rail, 'line:' || key, 'A line of ' || (amount / 100.0)::numeric(20, 2) || ' is matched to nothing', read_at
  from bank_lines line join bank_statements s on s.rail = line.rail and s.number = line.statement
  where matched = 'OPEN' and line.note is null
  union all
  select change.rail, 'change:' || reference || ':' || code, 'Notification of change ' || code || ' for ' || reference, received_at
  from bank_corrections change join bank_inbox using (rail, sha256)
  where change.note is null;
