-- Several key pairs of the installation as an institution of UMA: the one in use, the one before it, and the next.
alter table uma_keys add column number int not null default 1, add column used_from timestamptz not null default now();
alter table uma_keys drop constraint uma_keys_pkey, add primary key (use, number);
comment on column uma_keys.number is 'Both keys of a pair of pairs have the same: 1 for the first.';
comment on column uma_keys.used_from is 'When they sign and are published. What others encrypted to the ones before is still read.';
