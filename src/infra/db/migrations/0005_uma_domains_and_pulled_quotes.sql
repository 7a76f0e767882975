-- A domain of UMA addresses belongs to one platform of the whole installation. Of several that used one, payments from
-- elsewhere reached the oldest.
insert into claims (platform_id, name, holder)
  select '00000000-0000-0000-0000-000000000000', 'uma-domain/' || uma_domain, (array_agg(platform_id order by platform_id))[1]
  from platforms group by uma_domain
  on conflict do nothing;

-- The money of a quote is in an internal account, is fetched from an external one, or arrives by itself.
alter table quotes
  add column source_external_account_id uuid,
  drop constraint quotes_check,
  add constraint quotes_one_source check (
    num_nonnulls(source_account_id, source_external_account_id) = case source_type when 'ACCOUNT' then 1 else 0 end
  );
