-- A reply that shows one row is kept as what of that row can change, as events are (0007).
alter table idempotency_keys add column shown_id uuid;
comment on column idempotency_keys.shown_id is 'The row that the reply shows; `reply` then holds its state, not its text.';

-- A quote and its payment are changed soon after they were made, on the page where they are if there is room. Then no
-- index has to learn of it.
alter table quotes set (fillfactor = 50);
alter table transactions set (fillfactor = 50);
