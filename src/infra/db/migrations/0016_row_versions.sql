-- The version of each row whose columns can change: proved together with `xmin` when a batch commits (ADR 23).

create function row_version() returns bigint language sql volatile as
  $$ select ('x' || encode(substring(uuid_send(gen_random_uuid()) from 9), 'hex'))::bit(64)::bigint $$;
comment on function row_version() is 'A random version, for rows that are added by plain SQL.';

do $$
declare
  name text;
begin
  foreach name in array array[
    'jobs', 'platforms', 'listeners', 'tokens', 'claims', 'customer_imports', 'customer_import_faults', 'customers',
    'verifications', 'beneficial_owners', 'documents', 'wallet_keys', 'wallet_sessions', 'credentials',
    'credential_rosters', 'credential_attempts', 'mailed_addresses', 'mailed_codes', 'one_time_codes',
    'passkey_challenges', 'open_challenges', 'signature_challenges', 'external_accounts', 'blocked_providers',
    'invitations', 'agent_device_codes', 'agents', 'agent_usage', 'agent_actions', 'quotes', 'transactions',
    'agent_spending', 'cards', 'card_transactions', 'holds', 'balances', 'deliveries'
  ] loop
    -- A constant first: rows that are here need not be written anew for it.
    execute format('alter table %I add column written bigint not null default 0', name);
    execute format('alter table %I alter column written set default row_version()', name);
    execute format('comment on column %I.written is %L', name, 'Random number of the batch that wrote the row.');
  end loop;
end $$;
