-- Releases of held payouts by operators. One above the limit needs two, by different operators.
alter table payout_screenings add column releases_needed integer not null default 1 check (releases_needed between 1 and 2);
create table payout_releases (
  key text not null references payout_screenings,
  -- The name in lower case, without blanks around it: the same person counts once.
  operator text not null,
  name text not null,
  note text not null,
  released_at timestamptz not null default now(),
  primary key (key, operator)
);
comment on table payout_releases is 'Operators who released a held payout, before and after it had enough releases. Never deleted.';
