-- Row-level security does not use an index on an expression of functions that are not leakproof, so the search of
-- customers does not use customers_search. This function does: it runs as its owner, and finds the platform's customers
-- only, and none for a transaction of another platform.
create function customers_with_words(platform uuid, words text) returns setof uuid
language sql stable security definer rows 100 set search_path from current as $$
  select id from customers
  where platform_id = platform
    and coalesce(current_setting('causeway.platform', true), '*') in (platform::text, '*')
    and to_tsvector('simple', regexp_replace(platform_customer_id || ' ' || uma_address || ' ' || coalesce(email, '') || ' ' || coalesce(profile->>'fullName', '') || ' ' || coalesce(profile->'businessInfo'->>'legalName', ''), '[!-/:-@[-`{-~]+', ' ', 'g')) @@ to_tsquery('simple', words)
$$;
