create table customer_imports (
  platform_id uuid not null,
  id uuid not null,
  status text not null check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  file_id uuid not null,
  columns json not null,
  total int not null,
  processed int not null check (processed = successful + failed),
  successful int not null,
  failed int not null,
  next_byte int not null,
  errors json not null,
  version int not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (platform_id, id)
);
create index customer_imports_file on customer_imports (platform_id, file_id);
comment on table customer_imports is 'Files of customers, and how far they are read. Progress is written with the customers it counts.';

create table invitations (
  platform_id uuid not null,
  code text not null,
  id uuid not null,
  status text not null check (status in ('PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED')),
  inviter_uma text not null,
  invitee_uma text check ((invitee_uma is not null) = (status = 'CLAIMED')),
  url text not null,
  first_name text,
  amount_to_send amount check ((amount_to_send is null) = (currency is null)),
  currency text,
  version int not null,
  created_at timestamptz not null,
  claimed_at timestamptz,
  expires_at timestamptz,
  primary key (platform_id, code)
);
comment on table invitations is 'Who was invited by whom. The code is made by chance, and unique within a platform.';

create table blocked_providers (
  platform_id uuid not null,
  domain text not null,
  created_at timestamptz not null,
  primary key (platform_id, domain)
);
comment on table blocked_providers is 'Institutions that a platform does not pay, by the domain of their UMA addresses.';
