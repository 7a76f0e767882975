-- Events of a platform, newest first: an id has its millisecond of creation in its first bits, so that this is also the
-- order of time, and new entries go to the last page of the platform's part.
create index events_of_platform on events (platform_id, id);

-- What was sent and what came back. Null for attempts before this migration.
alter table delivery_attempts add column request text, add column reply text, add column replay_id uuid;
comment on column delivery_attempts.request is 'What differs between the headers of attempts: time and signatures, as JSON.';
comment on column delivery_attempts.reply is 'The first 2000 characters of the reply.';
comment on column delivery_attempts.replay_id is 'The replay that it belongs to; null for ordinary deliveries.';
-- For the removal of old attempts. They arrive in order of time, so that a summary of each megabyte is enough.
create index delivery_attempts_age on delivery_attempts using brin (attempted_at);
-- When a platform's endpoint last answered.
create index delivery_attempts_of_platform on delivery_attempts (platform_id, attempted_at);

create table event_replays (
  platform_id uuid not null,
  id uuid not null,
  first_id uuid not null,
  last_id uuid not null,
  is_single boolean not null,
  total int not null,
  sent int not null,
  position uuid,
  attempts int not null,
  failure text,
  failed_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  written bigint not null default row_version(),
  primary key (platform_id, id)
) with (fillfactor = 70);
create index event_replays_running on event_replays (platform_id) where ended_at is null;
comment on table event_replays is 'Events that a platform asked to be sent again.';
