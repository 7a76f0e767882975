-- An agent also asks for a payee to be approved, which moves no money by itself.
alter table agent_actions
  alter column amount drop not null,
  alter column currency drop not null,
  drop constraint agent_actions_type_check,
  drop constraint agent_actions_check3,
  add constraint agent_actions_type_check check (type in ('EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN', 'ADD_EXTERNAL_ACCOUNT')),
  add constraint agent_actions_amount_of_payments check ((type = 'ADD_EXTERNAL_ACCOUNT') = (amount is null)),
  add constraint agent_actions_currency_of_payments check ((amount is null) = (currency is null)),
  add constraint agent_actions_approved_payments check
    ((status = 'APPROVED' and type <> 'ADD_EXTERNAL_ACCOUNT') <= (transaction_id is not null));
comment on table agent_actions is 'What agents asked for that moves money or adds a payee, and what was decided about it.';
