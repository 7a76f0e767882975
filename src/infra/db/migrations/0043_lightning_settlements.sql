-- Invoices by which other institutions settle UMA payments are found by their text, which the institutions report.
create index lightning_invoices_settling on lightning_invoices (invoice) where reference is null;
