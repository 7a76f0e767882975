-- How far the audit chain was exported to each destination, so that an export resumes where it stopped.
create table audit_exports (
  destination text primary key,
  exported bigint not null,
  leased_until timestamptz not null
);
comment on table audit_exports is 'exported: number of the last entry that the destination has. One process at a time exports, as long as its lease lasts.';
