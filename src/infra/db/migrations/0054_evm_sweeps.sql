-- EVM rail: sweeps of deposit addresses. Each is a transaction in the hot wallet's lane that carries an authorization of the
-- deposit address (ERC-3009) instead of a transfer from the wallet.
alter table evm_payouts add column payer text;
alter table evm_payouts add column call text;
alter table evm_payouts add constraint evm_payouts_sweep check ((payer is null) = (call is null));
comment on column evm_payouts.payer is 'Address that the tokens leave where that is not the wallet: a deposit address that is swept.';
comment on column evm_payouts.call is 'What the transaction calls instead of transfer(): the signed authorization.';
-- No second authorization of an address while one may still be mined.
create unique index evm_payouts_open_sweep on evm_payouts (chain_id, token, payer)
  where payer is not null and state in ('WAITING', 'PLACED');
