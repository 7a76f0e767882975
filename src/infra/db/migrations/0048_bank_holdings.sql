-- For the sum of what a bank rail has taken and the bank has not debited yet.
create index bank_payouts_not_debited on bank_payouts (rail)
  where debit_line is null and state in ('TAKEN', 'FILED', 'ACCEPTED', 'SETTLED');
