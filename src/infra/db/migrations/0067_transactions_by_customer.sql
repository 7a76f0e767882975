-- A transaction is looked up by (platform_id, id). While the table is small, an index that has these columns and others between
-- them costs a plan as little as the primary key, and a plan that uses it goes on to read all entries of the platform when the
-- table has grown. A partial index cannot serve such a lookup; a list of a customer's transactions implies its condition.
create index transactions_of_customers on transactions (platform_id, customer_id, id) where customer_id is not null;
create index transactions_of_platforms on transactions (platform_id, id) where customer_id is null;
drop index transactions_customer;
