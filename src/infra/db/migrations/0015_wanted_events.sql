alter table events add column is_wanted boolean not null default true;
comment on column events.is_wanted is 'Whether an endpoint was set when it happened: only then it is delivered.';

-- Events of an object without a cursor, and without a job that is about to make one, happened without an endpoint.
insert into deliveries (platform_id, object_id, delivered, attempts, again)
  select e.platform_id, e.object_id, max(e.sequence), 0, false from events e
  where not exists (select from deliveries d where d.platform_id = e.platform_id and d.object_id = e.object_id)
    and not exists (
      select from jobs j cross join json_array_elements_text(j.subjects) subject
      where j.name = 'deliverEvents' and j.platform_id = e.platform_id and subject = e.object_id::text)
  group by 1, 2;
