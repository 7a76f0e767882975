-- EVM rail: deposits that cannot be reported as an arrival, with the reason; an operator finds them here.
alter table evm_deposits add column passed_over text;
comment on column evm_deposits.passed_over is 'Why the deposit is not an arrival: its token is not configured, or it is less than a minor unit. Null: it is one.';
create index evm_deposits_passed_over on evm_deposits (chain_id) where passed_over is not null;
