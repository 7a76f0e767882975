create table payout_screenings (
  key text primary key,
  submission text not null check (submission in ('SEND', 'PULL')),
  verdict text not null check (verdict in ('CLEAR', 'HOLD')),
  reason text,
  screened_at timestamptz not null default now(),
  decision text check (decision in ('RELEASED', 'REJECTED')),
  decided_at timestamptz,
  decided_by text,
  note text,
  check ((verdict = 'HOLD') = (reason is not null)),
  check (decision is null or verdict = 'HOLD'),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);
comment on table payout_screenings is 'Verdict on each payout before it was submitted, and the decision of an operator about those that were held.';
create index payout_screenings_held on payout_screenings (screened_at) where verdict = 'HOLD' and decision is null;
