-- The rail that each payout or pull was given to, stored before it is handed over. An empty rail: none carried it, and
-- the money stayed. Rows of a rail, not of the engine: they belong to no platform.
create table payout_routes (
  key text primary key,
  rail text not null,
  chosen_at timestamptz not null default now()
);
