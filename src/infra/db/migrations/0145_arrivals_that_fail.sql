-- Arrivals whose booking failed are tried after the others, so that they delay no money.
alter table reported_arrivals add column failures int not null default 0;
comment on column reported_arrivals.failures is 'How often booking it has failed.';
drop index reported_arrivals_unbooked;
create index reported_arrivals_unbooked on reported_arrivals (failures, reported_at, id) where booked_at is null;
