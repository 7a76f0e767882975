-- Customers are found by the beginnings of words of their names and addresses; the expression is that of the query.
create index customers_search on customers using gin (
  to_tsvector('simple', regexp_replace(platform_customer_id || ' ' || uma_address || ' ' || coalesce(email, '') || ' ' || coalesce(profile->>'fullName', '') || ' ' || coalesce(profile->'businessInfo'->>'legalName', ''), '[!-/:-@[-`{-~]+', ' ', 'g'))
);
