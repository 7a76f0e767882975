-- What operators have frozen. A row is deleted when it is released; the audit chain has both.
create table freezes (
  platform_id uuid not null,
  key text not null,
  reason text not null,
  frozen_by text not null,
  frozen_at timestamptz not null,
  restores boolean not null,
  primary key (platform_id, key)
);
comment on table freezes is 'key: wire id of what is frozen, such as Customer:<uuid>, or Rail:<id> of the installation. restores: the release reverses the change of state that the freeze made.';

-- Entries for the audit chain, written in the transaction of the change that they record, and then appended in order.
create table audit_outbox (
  platform_id uuid not null,
  id uuid primary key,
  entry text not null
);
comment on table audit_outbox is 'Entries that are not in the chain yet. Each is appended and deleted in one transaction.';

-- Kinds are the contract's. A request that no second operator decides expires.
alter table operator_requests drop constraint operator_requests_kind_check, drop constraint operator_requests_status_check;
alter table operator_requests add constraint operator_requests_status_check
  check (status in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'DONE', 'FAILED'));
