create table customer_import_faults (
  platform_id uuid not null,
  id uuid not null,
  errors json not null,
  primary key (platform_id, id)
);
comment on table customer_import_faults is 'What is wrong with the rows of a file while it is being read: apart from the progress, which is written after every part. Gone into customer_imports when the import has ended.';

insert into customer_import_faults (platform_id, id, errors)
  select platform_id, id, errors from customer_imports where status = 'PROCESSING';
update customer_imports set errors = '[]' where status = 'PROCESSING';
