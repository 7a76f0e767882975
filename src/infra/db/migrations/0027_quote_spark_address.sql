alter table quotes add column source_spark_address text;
comment on column quotes.source_spark_address is 'Of the wallet that pays, for its payment instructions; quotes made before have none.';
