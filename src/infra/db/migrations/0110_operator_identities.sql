-- Operators sign in through the identity provider of their company as well.
create table operator_identities (
  issuer text not null,
  subject text not null,
  operator_id uuid not null unique references operators,
  primary key (issuer, subject)
);
comment on table operator_identities is 'Accounts at an identity provider, each of one operator. They stay when the operator is removed, so that the account is refused.';
