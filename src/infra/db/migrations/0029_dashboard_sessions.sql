-- Browsers that are signed in to the dashboard. The token in the cookie is kept as an HMAC only.
create table dashboard_sessions (
  platform_id uuid not null,
  token_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (platform_id, token_hash)
);
