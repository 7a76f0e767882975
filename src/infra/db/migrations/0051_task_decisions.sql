create table task_decisions (
  platform_id uuid not null,
  key text not null,
  name text not null,
  subjects json not null,
  reason text,
  outcome text not null check (outcome in ('SETTLED', 'RETRIED', 'CLOSED')),
  decided_by text not null,
  note text not null,
  decided_at timestamptz not null
);
create index task_decisions_key on task_decisions (platform_id, key);
create trigger task_decisions_are_immutable before update on task_decisions for each statement execute function refuse_change();
comment on table task_decisions is 'What operators decided about payments and jobs that needed a person, and why.';
