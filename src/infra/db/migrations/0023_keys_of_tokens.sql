-- Idempotency-Keys belong to the token that used them. The keys so far belong to none and would never be found again;
-- some of their replies hold sealed secrets.
delete from idempotency_keys;

create table secret_replies (
  platform_id uuid not null,
  key uuid not null,
  sealed text not null,
  created_at timestamptz not null,
  primary key (platform_id, key)
);
create index secret_replies_age on secret_replies (created_at);
comment on table secret_replies is 'Sealed replies that show a secret, by their Idempotency-Key. Removed after an hour.';
