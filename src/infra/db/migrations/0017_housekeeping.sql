-- Sums of house accounts have no bound: beyond 2^63 folding them failed for ever.
alter table house_balances alter column amount type numeric;

create index batches_age on batches using brin (committed_at);
