-- Keys of the installation, sealed under its secret, so that the secret can be changed and they stay.
create table installation_keys (
  id int primary key default 1 check (id = 1),
  sealed text not null,
  secret_id text not null
);
comment on table installation_keys is 'Keys for token hashes, cursors, sign-in, codes and sealing: one row.';
comment on column installation_keys.sealed is 'All keys as JSON, sealed under a key that is derived from the secret.';
comment on column installation_keys.secret_id is 'Which secret: derived from it, and not secret itself.';
