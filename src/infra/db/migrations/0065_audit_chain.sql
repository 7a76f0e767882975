-- What people, command lines, platforms and agents changed of permissions, and what was refused: a hash chain of the installation.
create table audit_chain (
  number bigint primary key,
  entry text not null,
  previous text not null,
  hash text not null,
  at text not null generated always as (entry::jsonb ->> 'at') stored,
  actor text generated always as (entry::jsonb -> 'actor' ->> 'kind') stored,
  actor_name text generated always as (coalesce(entry::jsonb -> 'actor' ->> 'name', entry::jsonb -> 'actor' ->> 'id')) stored,
  action text generated always as (entry::jsonb ->> 'action') stored,
  outcome text generated always as (entry::jsonb ->> 'outcome') stored
);
create index audit_chain_action on audit_chain (action, number);
create trigger audit_chain_is_immutable before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();
comment on table audit_chain is 'Append-only: hash = SHA-256 of the previous hash, a line break and the entry.';

create table audit_head (
  is_head boolean primary key default true check (is_head),
  number bigint not null,
  hash text not null
);
insert into audit_head (number, hash) values (0, repeat('0', 64));
comment on table audit_head is 'The end of the chain; its lock orders those who append.';
