-- Platforms of which old events were removed: the events of their objects may begin after the first.
create table event_removals (platform_id uuid primary key);
