-- A credential and a session count only with the custodian's certificate. Sessions from before have none, and end with it.
alter table credentials add column certificate text;
comment on column credentials.certificate is 'The custodian''s word that the credential belongs to the wallet; null: not given yet, see `causeway wallets reseal`.';

alter table wallet_sessions add column root_id uuid;
alter table wallet_sessions add column proven_at timestamptz;
alter table wallet_sessions add column certificate text not null default '';
update wallet_sessions set root_id = id, proven_at = created_at;
alter table wallet_sessions alter column root_id set not null;
alter table wallet_sessions alter column proven_at set not null;
alter table wallet_sessions alter column certificate drop default;
comment on column wallet_sessions.root_id is 'The first session of the chain: the one that a proof opened. Revoking it ends the chain.';
comment on column wallet_sessions.proven_at is 'When the holder proved who they are; a refresh keeps it.';
comment on column wallet_sessions.certificate is 'The custodian''s word that it made the session for this wallet.';

alter table credential_rosters add column sessions json not null default '[]';
comment on column credential_rosters.sessions is 'Sessions of the wallet that may be live, oldest first: [{id, expiresAt}].';
