-- API tokens that expire, rotate and are limited to addresses.
alter table tokens
  add column expires_at timestamptz,
  add column allowed_addresses json not null default '[]',
  add column previous_secret_hash text,
  add column previous_secret_until timestamptz;
comment on column tokens.allowed_addresses is 'Addresses and networks from which the token may be used; empty: from anywhere.';
comment on column tokens.previous_secret_hash is 'HMAC of the secret before the last rotation, valid until previous_secret_until.';
