-- Operators sign in to the dashboard of the installation. Codes and tokens are kept as HMACs only.
create table operators (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  role text not null check (role in ('VIEWER', 'OPERATOR', 'APPROVER', 'ADMINISTRATOR')),
  status text not null check (status in ('INVITED', 'ACTIVE', 'REMOVED')),
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((status = 'REMOVED') = (removed_at is not null))
);
create unique index operators_name on operators (lower(name)) where status <> 'REMOVED';
comment on table operators is 'People who may sign in to the dashboard, with their roles. They belong to the installation, not to a platform.';

create table operator_invitations (
  operator_id uuid primary key references operators,
  code_hash text not null unique,
  expires_at timestamptz not null
);
comment on table operator_invitations is 'Links that register a passkey, once and for a short time; deleted when used.';

create table operator_passkeys (
  credential_id text primary key,
  operator_id uuid not null references operators,
  public_key text not null,
  sign_count bigint not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  rp_id text not null,
  origin text not null,
  user_handle text not null,
  created_at timestamptz not null
);
create index operator_passkeys_of on operator_passkeys (operator_id);

create table operator_challenges (
  challenge_hash text primary key,
  purpose text not null,
  expires_at timestamptz not null
);
comment on table operator_challenges is 'Challenges that a passkey is to sign; deleted when used.';

create table operator_sessions (
  id uuid primary key,
  token_hash text not null unique,
  operator_id uuid not null references operators,
  platform_id uuid,
  address text not null,
  started_at timestamptz not null,
  active_at timestamptz not null,
  ends_at timestamptz not null
);
create index operator_sessions_of on operator_sessions (operator_id);
comment on table operator_sessions is 'Browsers that are signed in; platform_id is the one that the operator looks at. A row is deleted when its session ends.';
