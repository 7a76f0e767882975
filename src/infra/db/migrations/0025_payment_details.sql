-- What a payment carries beside its money, and the platform's own part of its fees.
alter table quotes
  add column remittance_information text,
  add column purpose_of_payment text,
  add column platform_fees amount not null default 0 check (platform_fees between 0 and fees),
  add column platform_fee_account_id uuid,
  add constraint quotes_platform_fee_goes_somewhere check (platform_fees = 0 or platform_fee_account_id is not null);
alter table transactions
  add column remittance_information text,
  add column purpose_of_payment text,
  add column platform_fees amount not null default 0 check (platform_fees between 0 and fees),
  add column platform_fee_account_id uuid,
  add constraint transactions_platform_fee_goes_somewhere check (platform_fees = 0 or platform_fee_account_id is not null);
