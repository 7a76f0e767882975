-- An event keeps either its whole text, or only what can change of its object: the other columns never do.
-- Texts that are only kept and sent again need not be parsed by the database.
alter table events alter column data type text, alter column data drop not null, add column state text,
  add constraint events_data_or_state check ((data is null) <> (state is null));
alter table idempotency_keys alter column reply type text,
  -- The first half of what was base64url of a SHA-256 (see src/infra/http/idempotency.ts).
  alter column key type uuid using encode(substring(decode(translate(key, '-_', '+/') || '=', 'base64') from 1 for 16), 'hex')::uuid;
