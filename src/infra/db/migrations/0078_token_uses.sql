-- When each API token was used last, to about five minutes: written off the path of the requests.
create table token_uses (
  platform_id uuid not null,
  token_id uuid not null,
  used_at timestamptz not null,
  primary key (platform_id, token_id)
);
