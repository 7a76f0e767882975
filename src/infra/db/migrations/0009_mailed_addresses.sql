create table mailed_addresses (
  platform_id uuid not null,
  email text not null,
  codes json not null,
  last_at timestamptz not null,
  primary key (platform_id, email)
);
create index mailed_addresses_age on mailed_addresses using brin (last_at);
comment on table mailed_addresses is 'When codes were mailed to each address lately. Rows go two days after the last one.';
