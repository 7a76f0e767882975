-- Requests of the API with their redacted bodies. Unlogged: it costs the log of the database nothing, and is empty after a crash of the server.
create unlogged table api_requests (
  platform_id uuid not null,
  id uuid not null,
  request_id text not null,
  operation text not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms int not null,
  token_id uuid,
  agent_id uuid,
  caller_name text,
  idempotency_key text,
  is_replayed boolean not null,
  error_code text,
  query text,
  request_body text,
  response_body text,
  recorded_at timestamptz not null default now(),
  primary key (platform_id, id)
);
comment on table api_requests is 'The newest requests of each platform; written off the path of the requests.';
-- For the removal of old rows, which arrive in order of time.
create index api_requests_age on api_requests using brin (recorded_at);
