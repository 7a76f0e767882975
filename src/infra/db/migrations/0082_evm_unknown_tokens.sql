-- EVM rail: transfers of tokens that are not configured to deposit addresses. They are in no ledger: an operator decides.
alter table evm_addresses add column tokens_read_to bigint;
comment on column evm_addresses.tokens_read_to is 'Last block in which transfers of other tokens to it were looked for; null: none yet.';
create index evm_addresses_tokens on evm_addresses (chain_id, tokens_read_to);

-- By contract: anyone can make one, with any name.
create table evm_unknown_tokens (
  rail text not null,
  token text not null,
  -- All that were seen; of the first ones there are rows.
  transfers bigint not null check (transfers > 0),
  first_seen_at timestamptz not null,
  -- Of the operator who closed it: later transfers are only counted.
  note text,
  primary key (rail, token)
);
create table evm_unknown_deposits (
  rail text not null,
  hash text not null,
  log_index integer not null,
  block_number bigint not null,
  token text not null,
  sender text not null,
  address text not null,
  -- In the smallest unit of the token.
  amount numeric(78, 0) not null check (amount > 0),
  primary key (rail, hash, log_index),
  foreign key (rail, token) references evm_unknown_tokens
);
create index evm_unknown_deposits_by_token on evm_unknown_deposits (rail, token);

create or replace view bank_matters (rail, id, about, since) as
  select rail, 'file:' || left(sha256, 16), name || ' is ' || state || ': ' || fault, received_at
  from bank_inbox where fault is not null and note is null
  union all
  select line.rail, 'line:' || key, 'A line of ' || (amount / 100.0)::numeric(20, 2) || ' is matched to nothing', read_at
  from bank_lines line join bank_statements s on s.rail = line.rail and s.number = line.statement
  where matched = 'OPEN' and line.note is null
  union all
  select change.rail, 'change:' || reference || ':' || code, 'Notification of change ' || code || ' for ' || reference, received_at
  from bank_corrections change join bank_inbox using (rail, sha256)
  where change.note is null
  union all
  select rail, 'token:' || token,
    transfers || ' transfers of a token that is not configured to deposit addresses, the first in ' ||
      (select hash from evm_unknown_deposits d where d.rail = t.rail and d.token = t.token order by block_number, log_index limit 1),
    first_seen_at
  from evm_unknown_tokens t where note is null;
