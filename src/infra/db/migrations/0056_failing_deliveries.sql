-- Since when an endpoint has not accepted events. Only rows that fail are in it.
create index deliveries_failing on deliveries (platform_id, first_failed_at) where first_failed_at is not null;
