alter table quotes add column rate_origin json;
comment on column quotes.rate_origin is 'Sources, mid-market rate and spread of the exchange rate; null where nothing is exchanged, and in quotes made before.';
