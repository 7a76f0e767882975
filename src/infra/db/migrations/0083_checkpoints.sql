-- Checkpoints: signed hashes over ranges of postings and over the audit chain, each with the hash of the one before it.

create function transaction_order(number xid8) returns bigint language sql immutable parallel safe as
  $$ select number::text::bigint + 0 $$;
comment on function transaction_order(xid8) is 'Order of a database transaction. The number that is added changes when a copy is restored on a server whose transactions have smaller numbers.';

-- A constant first: rows that are here need not be written anew for it.
alter table postings add column written_in bigint not null default 0;
alter table postings alter column written_in set default transaction_order(pg_current_xact_id());
comment on column postings.written_in is 'Number of the database transaction that wrote the row; 0: before there were checkpoints.';
create index postings_written_in on postings (written_in);

create table checkpoint_keys (
  number int primary key,
  id text not null unique,
  private_key text not null,
  public_key text not null,
  endorsement text,
  created_at timestamptz not null default clock_timestamp()
);
create trigger checkpoint_keys_are_immutable before update or delete or truncate on checkpoint_keys
  for each statement execute function refuse_change();
comment on table checkpoint_keys is 'Ed25519 keys that sign checkpoints, the private ones sealed; the newest one signs. endorsement: signature of the key before it over its id.';

create table checkpoints (
  kind text not null check (kind in ('LEDGER', 'AUDIT')),
  number bigint not null check (number > 0),
  body text not null,
  hash text not null,
  signature text not null,
  primary key (kind, number)
);
create trigger checkpoints_are_immutable before update or delete or truncate on checkpoints
  for each statement execute function refuse_change();
comment on table checkpoints is 'Append-only: hash = SHA-256 of the body, which has the hash of the checkpoint before it.';

create table sealing (
  is_lease boolean primary key default true check (is_lease),
  leased_until timestamptz not null
);
insert into sealing (leased_until) values ('-infinity');
comment on table sealing is 'The process that makes checkpoints, so that others need not.';
