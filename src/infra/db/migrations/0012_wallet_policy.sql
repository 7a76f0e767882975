alter table platforms add column wallet_policy json;
comment on column platforms.wallet_policy is 'What its wallets demand beyond the usual: {requireNonce, requirePasskeyFor, paymentsAbove}, set by the operator.';

alter table signature_challenges add column by_passkey boolean not null default false;
comment on column signature_challenges.by_passkey is 'Whether only a session that a passkey has opened may sign.';

create table mailed_codes (
  platform_id uuid not null,
  id uuid not null,
  since timestamptz not null,
  codes int not null check (codes > 0),
  primary key (platform_id, id)
);
comment on table mailed_codes is 'How many codes each platform has had mailed since the beginning of an hour: one row a platform, under its own id.';
