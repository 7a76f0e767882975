alter table cards add column max_spend amount check (max_spend > 0);
comment on column cards.max_spend is 'Most that one purchase may cost, in minor units of the card''s currency; null: no cap.';
alter table cards add column consents json not null default '{}';
comment on column cards.consents is 'Wallets that may pay for the card: account id → id of the delegated key by which their holder has agreed.';

create table delegated_keys (
  platform_id uuid not null,
  id uuid not null,
  status text not null check (status in ('ACTIVE', 'REVOKED')),
  card_id uuid not null,
  account_id uuid not null,
  funding_source_id uuid not null,
  nickname text not null,
  challenge_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  written bigint not null default row_version(),
  primary key (platform_id, id)
);
comment on column delegated_keys.written is 'Random number of the batch that wrote the row.';
create unique index delegated_keys_active on delegated_keys (platform_id, card_id, account_id) where status = 'ACTIVE';
create index delegated_keys_account on delegated_keys (platform_id, account_id, id);
create index delegated_keys_card on delegated_keys (platform_id, card_id, id);
create index delegated_keys_funding_source on delegated_keys (platform_id, funding_source_id, id);
comment on table delegated_keys is 'Consents of wallet holders that a card be paid from their wallet, each given by a signature: the challenge that it spent.';
