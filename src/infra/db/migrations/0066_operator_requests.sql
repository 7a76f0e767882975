-- What one operator asks for and another one decides.
create table operator_requests (
  id uuid primary key,
  kind text not null check (kind in ('TASK_SETTLE', 'TASK_RETRY', 'TASK_CLOSE', 'OPERATOR_INVITE', 'OPERATOR_REMOVE')),
  target text not null,
  input json not null,
  reason text not null,
  requested_by uuid not null references operators,
  requested_at timestamptz not null,
  status text not null check (status in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'DONE', 'FAILED')),
  decided_by uuid references operators,
  decided_at timestamptz,
  note text,
  proof json,
  failure text,
  check (decided_by <> requested_by),
  check ((status in ('APPROVED', 'REJECTED', 'DONE', 'FAILED')) = (decided_by is not null)),
  check ((decided_by is null) = (proof is null) and (decided_by is null) = (decided_at is null)),
  check ((status = 'FAILED') = (failure is not null))
);
create unique index operator_requests_open on operator_requests (target) where status in ('WAITING', 'APPROVED');
create index operator_requests_age on operator_requests (requested_at);
comment on table operator_requests is 'Changes that need two people. proof is the passkey signature of the second one over the request and the decision.';
