-- What is left of limits that all processes keep together. Unlogged: a crash fills them again, which costs one quota.
create unlogged table limit_levels (
  platform_id uuid not null,
  subject text not null,
  level double precision not null,
  filled_at timestamptz not null,
  primary key (platform_id, subject)
);
