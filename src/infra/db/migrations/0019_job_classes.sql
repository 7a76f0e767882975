-- Classes of jobs, each claimed by itself (ADR 26), and the circuits of endpoints that do not answer.

alter table jobs add column class text not null default 'other' check (class in ('money', 'webhooks', 'other'));
alter table jobs alter column class drop default;
comment on column jobs.class is 'Which jobs it competes with for room: money, webhooks, or other.';

update jobs set class = case
  when name in ('deliverEvents', 'sendTestEvent', 'resumeDeliveries') then 'webhooks'
  when name in ('sendPayout', 'askPayout', 'pullForQuote', 'askPullForQuote', 'sendTransfer', 'askTransfer', 'pullTransfer',
    'askPull', 'forwardDeposit', 'endApproval', 'endSettlement', 'failSimulatedPayment', 'endSimulatedPull',
    'giveMoneyBack', 'giveCardMoneyBack') then 'money'
  else 'other' end;

drop index jobs_due;
create index jobs_line on jobs (class, platform_id, due_at) where dead_at is null;

create table circuits (
  platform_id uuid not null,
  class text not null check (class in ('money', 'webhooks', 'other')),
  silences int not null,
  silent_since timestamptz not null,
  probe_at timestamptz,
  written bigint not null default row_version(),
  primary key (platform_id, class)
);
comment on table circuits is 'Platforms whose side of a class of jobs did not answer in time; no row while it answers.';
comment on column circuits.written is 'Random number of the batch that wrote the row.';
