-- Payments whose money came over a rail: if they fail, the money is in suspense instead of back at *rails*.
insert into claims (platform_id, name, holder)
  select a.platform_id, 'paid-outside/' || a.transaction_id, a.id from arrivals a
  join transactions t on t.platform_id = a.platform_id and t.id = a.transaction_id
  where t.type = 'OUTGOING' and t.source_type = 'REALTIME_FUNDING' on conflict do nothing;
comment on table claims is 'Names that one object of a platform holds at a time: customer ids of the platform, UMA addresses, external accounts. For a payment whose money came over a rail, its arrival.';
