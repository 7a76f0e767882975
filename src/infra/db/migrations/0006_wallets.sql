create table wallet_addresses (
  platform_id uuid not null,
  id uuid not null,
  spark_address text not null,
  primary key (platform_id, id)
);
create index wallet_addresses_address on wallet_addresses (spark_address);
comment on table wallet_addresses is 'Where others pay a wallet, by the id of its account. It follows from the key.';

create table wallet_keys (
  platform_id uuid not null,
  id uuid not null,
  sealed_key text not null,
  created_at timestamptz not null,
  primary key (platform_id, id)
);
comment on table wallet_keys is 'The key of each wallet, sealed by the custodian.';

create table credential_rosters (
  platform_id uuid not null,
  id uuid not null,
  credentials json not null,
  primary key (platform_id, id)
);
comment on table credential_rosters is 'The credentials that each wallet has: one row a wallet, locked by whoever changes them.';

create table credentials (
  platform_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  type text not null check (type in ('PASSKEY', 'OAUTH', 'EMAIL_OTP')),
  nickname text not null,
  proof json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  verified_at timestamptz,
  revoked_at timestamptz,
  primary key (platform_id, id)
);
create index credentials_account on credentials (platform_id, account_id, id);
-- Whatever the program does, a wallet has one passkey and one email address.
create unique index credentials_one_of_a_kind on credentials (platform_id, account_id, type)
  where revoked_at is null and type in ('PASSKEY', 'EMAIL_OTP');
comment on table credentials is 'How holders of wallets prove who they are.';

create table credential_attempts (
  platform_id uuid not null,
  id uuid not null,
  challenges json not null,
  failures json not null,
  failures_in_a_row int not null,
  primary key (platform_id, id)
);
comment on table credential_attempts is 'How often each credential was tried lately.';

create table one_time_codes (
  platform_id uuid not null,
  id uuid not null,
  issue_id uuid not null,
  code_hash text not null,
  tries int not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  primary key (platform_id, id)
);
comment on table one_time_codes is 'The one code of each EMAIL_OTP credential that counts, as an HMAC.';

create table passkey_challenges (
  platform_id uuid not null,
  id uuid not null,
  credential_id uuid not null,
  challenge text not null,
  client_public_key text not null,
  failures int not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  primary key (platform_id, id)
);
create index passkey_challenges_age on passkey_challenges using brin (expires_at);
comment on table passkey_challenges is 'What passkeys were asked to sign, to open a session for a key of the client.';

create table used_identity_tokens (
  platform_id uuid not null,
  hash text not null,
  usable_until timestamptz not null,
  primary key (platform_id, hash)
);
create index used_identity_tokens_age on used_identity_tokens using brin (usable_until);
comment on table used_identity_tokens is 'Identity tokens that were used, by their hash, until they are too old to be used.';

create table wallet_sessions (
  platform_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  credential_id uuid not null,
  public_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (platform_id, id)
);
create index wallet_sessions_account on wallet_sessions (platform_id, account_id, expires_at);
comment on table wallet_sessions is 'Keys that may sign for a wallet. Only the public key is kept.';

create table open_challenges (
  platform_id uuid not null,
  id uuid not null,
  open json not null,
  exports json not null,
  primary key (platform_id, id)
);
comment on table open_challenges is 'What each wallet has been asked to sign, and when its key was exported: one row a wallet.';

create table signature_challenges (
  platform_id uuid not null,
  id uuid not null,
  account_ids json not null,
  except_credential_id uuid,
  only_session_id uuid,
  payload text not null,
  method text,
  path text,
  body_hash text,
  failures int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  primary key (platform_id, id)
);
create index signature_challenges_age on signature_challenges using brin (expires_at);
comment on table signature_challenges is 'Payloads that were given out to be signed. Each lets one request through, once.';

alter table platforms add column relying_party json;
comment on column platforms.relying_party is 'Where its passkeys are used: {rpId, origins}, set by the operator.';

alter table quotes add column payload_to_sign text;
comment on column quotes.payload_to_sign is 'What the holder signs, where the source is a wallet.';

-- Wallets that were opened before they had keys get one.
insert into jobs (platform_id, key, name, subjects, due_at, attempts)
  select platform_id, 'provisionWallets/0006', 'provisionWallets', json_agg(id), now(), 0
  from accounts where type = 'EMBEDDED_WALLET' group by platform_id;
