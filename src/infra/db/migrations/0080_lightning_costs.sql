-- Lightning rail: routing fees of delivered payouts, one row each, for the ledger.

-- The sum of all of them. Its row is locked while one is added, so that numbers follow the order of commits.
create table lightning_fees (
  is_only boolean primary key default true check (is_only),
  costs bigint not null,
  total_msat bigint not null
);

create table lightning_costs (
  number bigint primary key,
  key text not null unique,
  fee_msat bigint not null check (fee_msat > 0),
  -- Whole satoshis by which the sum of all fees, rounded up, has grown with this one.
  amount bigint not null check (amount >= 0),
  settled_at timestamptz not null
);

insert into lightning_costs
  select number, key, fee_msat, (total + 999) / 1000 - (total - fee_msat + 999) / 1000, now()
  from (select row_number() over w as number, key, fee_msat, (sum(fee_msat) over w)::bigint as total
    from lightning_payouts where state = 'DELIVERED' and fee_msat > 0 window w as (order by created_at, key)) fees;
insert into lightning_fees (costs, total_msat) select count(*), coalesce(sum(fee_msat), 0) from lightning_costs;
