-- A payout about which screening could not say anything yet waits, and is screened again.
alter table payout_screenings drop constraint payout_screenings_verdict_check;
alter table payout_screenings add constraint payout_screenings_verdict_check check (verdict in ('CLEAR', 'HOLD', 'PENDING'));
alter table payout_screenings add column has_waited boolean not null default false;
comment on column payout_screenings.has_waited is 'The verdict was PENDING first: nothing could be said.';
create index payout_screenings_pending on payout_screenings (screened_at) where verdict = 'PENDING';
