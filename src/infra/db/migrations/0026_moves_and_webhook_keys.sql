-- Moves of the sandbox's clock that outlive the process, and the rotation of what signs webhooks.

alter table sandbox_clock add column moves json not null default '[]';
comment on column sandbox_clock.moves is 'Moves that are under way or wait, in order: a moment or a distance in milliseconds, or NEXT.';

alter table signing_keys add column signs_from timestamptz not null default now();
update signing_keys set signs_from = created_at;
comment on column signing_keys.signs_from is 'Published before it signs, so that receivers who keep keys have it by then.';

alter table platforms add column former_webhook_secret text, add column former_secret_until timestamptz;
comment on column platforms.former_webhook_secret is 'Signing secret before the rotation, sealed; events carry a signature with it, too.';
comment on column platforms.former_secret_until is 'Real time, whatever a sandbox''s clock shows.';
