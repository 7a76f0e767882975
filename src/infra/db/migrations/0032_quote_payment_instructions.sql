alter table quotes add column payment_instructions json;
comment on column quotes.payment_instructions is 'How the money arrives that executes the quote, as the rails gave it; quotes made before this column have none.';
