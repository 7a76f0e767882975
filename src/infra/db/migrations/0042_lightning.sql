-- Lightning rail: payouts as payments of an LND node, and invoices of our own. Rows of a rail, not of the engine: they
-- belong to no platform.

-- One payout. ACCEPTED: no invoice yet. READY: its invoice is stored, and was never handed to the node. HANDED: it was, or
-- is about to be. The node's record of the payment settles it.
create table lightning_payouts (
  key text primary key,
  -- Invoice or Lightning address, as the account has it.
  recipient text not null,
  -- In satoshis.
  amount bigint not null check (amount > 0),
  state text not null check (state in ('ACCEPTED', 'READY', 'HANDED', 'DELIVERED', 'REFUSED', 'FAILED')),
  invoice text,
  -- Hexadecimal.
  payment_hash text,
  expires_at timestamptz,
  -- Public key of the node that it was handed to.
  node text,
  -- How often it was handed over, or was about to be.
  attempts integer not null default 0,
  -- Until then a process may hand it to the node; null: the node has answered.
  handing_until timestamptz,
  -- Proof of payment: its SHA-256 is the payment hash.
  preimage text,
  fee_msat bigint,
  -- The node's own number of the payment.
  payment_index bigint,
  -- For operators: why it is not DELIVERED.
  detail text,
  created_at timestamptz not null,
  check ((payment_hash is null) = (invoice is null)),
  check (state not in ('READY', 'HANDED', 'DELIVERED') or invoice is not null),
  check ((node is null) = (state in ('ACCEPTED', 'READY', 'REFUSED'))),
  check ((preimage is not null) = (state = 'DELIVERED'))
);
-- The node knows one payment for each hash: two payouts of one hash would both be reported as paid.
create unique index lightning_payouts_hash on lightning_payouts (payment_hash)
  where state in ('READY', 'HANDED', 'DELIVERED');
create index lightning_payouts_open on lightning_payouts (key) where state in ('ACCEPTED', 'READY', 'HANDED');
create index lightning_payouts_index on lightning_payouts (node, payment_index);

-- How far the settled invoices of each node were read. Its row is locked while they are numbered.
create table lightning_nodes (
  node text primary key,
  settle_index bigint not null check (settle_index >= 0)
);

-- Invoices of ours. Settled ones are reported in the order of their numbers.
create table lightning_invoices (
  key text primary key,
  node text not null,
  payment_hash text not null unique,
  invoice text not null,
  -- In millisatoshis; null: the payer chooses.
  amount_msat bigint check (amount_msat > 0),
  -- Of the payee; null: the payment is credited elsewhere, not as an arrival.
  reference text,
  -- The node's own number of the invoice.
  add_index bigint not null,
  expires_at timestamptz not null,
  settle_index bigint,
  paid_msat bigint check (paid_msat > 0),
  settled_at timestamptz,
  number bigint unique,
  check ((settle_index is null) = (paid_msat is null) and (settle_index is null) = (settled_at is null)),
  check (number is null or settle_index is not null)
);
create index lightning_invoices_open on lightning_invoices (node, add_index) where settle_index is null;
create sequence lightning_arrivals;
