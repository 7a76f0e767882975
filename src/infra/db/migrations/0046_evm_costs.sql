-- EVM rail: gas of mined transactions, one row each, for the ledger. Numbered under the lock of the wallet's row, so that
-- numbers follow the order of commits.
create table evm_costs (
  chain_id bigint not null,
  number bigint not null generated always as identity,
  hash text not null,
  wei numeric(78, 0) not null check (wei > 0),
  about text not null,
  settled_at timestamptz not null default now(),
  primary key (chain_id, hash)
);
create index evm_costs_order on evm_costs (chain_id, number);
insert into evm_costs (chain_id, hash, wei, about)
  select chain_id, settled_hash, gas_wei, 'Gas of the payout ' || key from evm_payouts where gas_wei > 0 order by created_at
  on conflict do nothing;
