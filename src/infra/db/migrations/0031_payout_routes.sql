-- The rail of each payout or pull, stored before it is submitted. An empty rail: none carried it, and the money stayed.
-- Written by the rail router, not by the engine: the rows belong to no platform.
create table payout_routes (
  key text primary key,
  rail text not null,
  chosen_at timestamptz not null default now()
);
