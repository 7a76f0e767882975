-- EVM rail: payouts as transactions of hot wallets. Rows of a rail, not of the engine: they belong to no platform.

-- Nonce lane of each hot wallet: its row is locked while a nonce is given out, so that nonces have no gaps.
create table evm_wallets (
  chain_id bigint not null,
  address text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (chain_id, address)
);

-- One payout. WAITING: no nonce yet, nothing is signed. PLACED: its nonce is given out. What is mined settles it.
create table evm_payouts (
  key text primary key,
  chain_id bigint not null,
  wallet text not null,
  token text not null,
  recipient text not null,
  -- In the smallest unit of the token.
  amount numeric(78, 0) not null check (amount >= 0),
  nonce bigint,
  state text not null check (state in ('WAITING', 'PLACED', 'DELIVERED', 'REFUSED', 'REVERTED', 'STUCK')),
  -- For operators: why it is not DELIVERED.
  detail text,
  -- The transaction that was mined, and what it cost in wei.
  settled_hash text,
  block_number bigint,
  gas_wei numeric(78, 0),
  created_at timestamptz not null default now(),
  unique (chain_id, wallet, nonce),
  check ((nonce is null) = (state in ('WAITING', 'REFUSED'))),
  check ((settled_hash is null) = (state in ('WAITING', 'REFUSED', 'PLACED')))
);
create index evm_payouts_placed on evm_payouts (chain_id, wallet, nonce) where state = 'PLACED';

-- Signed transactions, stored before they are broadcast. Several of one nonce: each replaces the one before at a higher fee.
create table evm_transactions (
  chain_id bigint not null,
  wallet text not null,
  nonce bigint not null,
  replacement integer not null check (replacement >= 0),
  hash text not null unique,
  raw text not null,
  max_fee_per_gas numeric(78, 0) not null,
  max_priority_fee_per_gas numeric(78, 0) not null,
  gas bigint not null,
  signed_at timestamptz not null,
  primary key (chain_id, wallet, nonce, replacement)
);
