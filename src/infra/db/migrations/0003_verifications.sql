create table verifications (
  platform_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  status text not null check (status in ('RESOLVE_ERRORS', 'IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED')),
  errors json not null,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id)
);
create index verifications_customer on verifications (platform_id, customer_id, id);
comment on table verifications is 'Attempts at proving who customers are.';

create table beneficial_owners (
  platform_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  roles json not null,
  ownership_percentage int not null check (ownership_percentage between 0 and 100),
  personal_info json not null,
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id)
);
create index beneficial_owners_customer on beneficial_owners (platform_id, customer_id, id);
comment on table beneficial_owners is 'Persons who own or control businesses.';

create table documents (
  platform_id uuid not null,
  id uuid not null,
  holder_type text not null check (holder_type in ('Customer', 'BeneficialOwner')),
  holder_id uuid not null,
  customer_id uuid not null,
  document_type text not null,
  country text not null,
  side text check (side in ('FRONT', 'BACK')),
  document_number text,
  issuing_authority text,
  file_id uuid not null,
  file_name text not null,
  media_type text not null,
  size_bytes int not null check (size_bytes > 0),
  sha256 text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (platform_id, id),
  unique (platform_id, file_id)
);
create index documents_holder on documents (platform_id, holder_id, id);
create index documents_customer on documents (platform_id, customer_id);
comment on table documents is 'What proves who customers and beneficial owners are. The files are kept beside the database.';
