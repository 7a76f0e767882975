-- EVM rail: deposits to addresses that belong to payees. Rows of a rail, not of the engine: they belong to no platform.

-- The last block that was read: each further one must have it as its parent. Its row is locked while deposits are added.
create table evm_tips (
  chain_id bigint primary key,
  number bigint not null,
  hash text not null
);

-- Addresses by payee. Blocks that were read before an address was announced are read again for it once.
create table evm_addresses (
  chain_id bigint not null,
  address text not null,
  reference text not null,
  -- Below the extended public key: the private key is derived in the same way.
  path text not null,
  is_backfilled boolean not null default false,
  primary key (chain_id, address)
);
create index evm_addresses_new on evm_addresses (chain_id) where not is_backfilled;

-- Transfers to them, in final blocks only. Reported in the order of their numbers.
create table evm_deposits (
  chain_id bigint not null,
  number bigint not null generated always as identity,
  hash text not null,
  log_index integer not null,
  block_number bigint not null,
  block_hash text not null,
  mined_at timestamptz not null,
  token text not null,
  sender text not null,
  address text not null,
  -- In the smallest unit of the token.
  amount numeric(78, 0) not null check (amount > 0),
  primary key (chain_id, hash, log_index),
  foreign key (chain_id, address) references evm_addresses
);
create index evm_deposits_order on evm_deposits (chain_id, number);
