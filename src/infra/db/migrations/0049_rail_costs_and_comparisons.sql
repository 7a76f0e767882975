-- What rails cost, and whether the statements of banks agree with the ledger.

-- Charges on statements, and open lines that an operator has booked as a cost; numbered in the order in which they are reported.
create table bank_costs (
  rail text not null,
  number bigint not null,
  line text not null,
  amount bigint not null check (amount > 0),
  about text not null,
  booked_on date not null,
  primary key (rail, number),
  unique (rail, line)
);
insert into bank_costs
  select rail, row_number() over (partition by rail order by statement, key), key, -amount, 'Charge of the bank', booked_on
  from bank_lines where matched = 'FEE' and amount < 0;
alter table bank_rails add column costs bigint not null default 0;
update bank_rails set costs = (select count(*) from bank_costs c where c.rail = bank_rails.rail);
alter table rail_cursors add column costs_after text;

-- Costs in the ledger, by an id that follows from the rail and its key: each is booked once.
create table rail_costs (
  platform_id uuid not null,
  id uuid not null,
  rail text not null,
  key text not null,
  currency text not null,
  amount amount not null check (amount > 0),
  about text not null,
  charged_at timestamptz not null,
  created_at timestamptz not null,
  primary key (platform_id, id)
);
create index rail_costs_by_rail on rail_costs (rail, key);

alter table bank_statements add column currency text;
update bank_statements set currency = case rail when 'sepa' then 'EUR' else 'USD' end;
alter table bank_statements alter column currency set not null;

create view rail_statements (rail, number, id, currency, closing, read_at) as
  select rail, number, id, currency, closing, read_at from bank_statements;
comment on view rail_statements is 'Statements that are compared with the ledger: the balance outside, in minor units, as of each.';

create view statement_movements (rail, kind, key, stated, reported, seen_at) as
  select rail, 'OPENING', '', opening, opening, read_at from bank_statements where number = 1
  union all
  select p.rail, 'PAYOUT', p.key,
    (case when p.debit_line is null then 0 else -p.amount end) + (case when p.return_line is null then 0 else p.amount end),
    case when p.state = 'SETTLED' then -p.amount else 0 end,
    greatest(debited.read_at, returned.read_at)
  from bank_payouts p
    left join bank_lines debit on debit.rail = p.rail and debit.key = p.debit_line
    left join bank_statements debited on debited.rail = p.rail and debited.number = debit.statement
    left join bank_lines back on back.rail = p.rail and back.key = p.return_line
    left join bank_statements returned on returned.rail = p.rail and returned.number = back.statement
  where p.file is not null
  union all
  select line.rail,
    case when line.matched = 'ARRIVAL' then 'ARRIVAL' when cost.line is null then 'OPEN' else 'COST' end,
    line.key, line.amount, line.amount, s.read_at
  from bank_lines line
    join bank_statements s on s.rail = line.rail and s.number = line.statement
    left join bank_costs cost on cost.rail = line.rail and cost.line = line.key
  where line.matched in ('ARRIVAL', 'FEE', 'OPEN') and line.amount <> 0;
comment on view statement_movements is 'What the statements of rails contain, by what it belongs to: a payout (key of the payout), an arrival or a cost (key of the report), an open line, or the balance before the first statement. Signed as the bank signs it. `reported`: what the rail has reported to the ledger. `seen_at`: when the last statement about it was read.';

-- Each statement against the ledger.
create table rail_comparisons (
  rail text not null,
  number bigint not null,
  statement text not null,
  currency text not null,
  -- Minor units. On the statement, in the ledger, and movements that one of the two will have soon.
  stated bigint not null,
  booked bigint not null,
  on_the_way bigint not null,
  difference bigint not null,
  -- How many movements differ, and the first of them.
  movements integer not null,
  differing jsonb not null,
  compared_at timestamptz not null,
  primary key (rail, number),
  check (difference = stated - booked - on_the_way)
);
comment on table rail_comparisons is 'Balance of each statement compared with what the ledger has booked over its rail.';
