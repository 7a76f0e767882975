/**
 * Personal data: every column of the database that can hold some, with what ends it. All other columns of text, JSON and
 * bytes are listed as plain. A test compares the list with the database, so a new column must be put in one of the two.
 */

/** ERASED: by `causeway customers erase`. EXPIRES: removed by housekeeping. KEPT: as long as the records that it belongs to. */
export type Fate = 'ERASED' | 'EXPIRES' | 'KEPT'

interface Classified {
  readonly personal: Readonly<Record<string, readonly [fate: Fate, what: string]>>
  readonly plain: readonly string[]
}

const columns = (names: string): readonly string[] => names.split(' ')
const plain = (names: string): Classified => ({ personal: {}, plain: columns(names) })
const personal = (held: Classified['personal'], others = ''): Classified => ({
  personal: held,
  plain: others === '' ? [] : columns(others),
})

const PAYMENT = 'a record of a payment'

export const PERSONAL_DATA: Readonly<Record<string, Classified>> = {
  accounts: plain('platform_customer_id type currency'),
  agent_actions: plain(
    'platform_customer_id status type source_id destination_id currency approval_rule signer rejection_reason failure_reason',
  ),
  agent_audit_entries: plain('decision content previous_hash hash'),
  agent_device_codes: plain('code_hash'),
  agent_spending: plain('currency day month'),
  agent_usage: plain('currency day month rates'),
  agents: plain('name platform_customer_id policy token_hash device_code_hash audit_hash'),
  api_requests: personal(
    { idempotency_key: ['EXPIRES', 'as the platform chose it'] },
    'request_id operation method path caller_name error_code query request_body response_body',
  ),
  arrivals: personal(
    { reference: ['KEPT', PAYMENT], payer: ['KEPT', PAYMENT], suspended_for: ['KEPT', 'why a payment was held'] },
    'rail currency',
  ),
  audit_chain: personal(
    { entry: ['KEPT', 'names of operators'], actor_name: ['KEPT', 'names of operators'] },
    'previous hash at actor action outcome',
  ),
  audit_exports: plain('destination'),
  audit_head: plain('hash'),
  audit_outbox: personal({ entry: ['KEPT', 'names of operators, until they are in the audit chain'] }),
  balances: plain('status'),
  bank_arrivals: personal({ reference: ['KEPT', PAYMENT], payer: ['KEPT', PAYMENT] }, 'rail line'),
  bank_corrections: personal(
    { data: ['KEPT', 'corrected account numbers'], note: ['KEPT', 'words of operators'] },
    'rail sha256 reference code',
  ),
  bank_costs: plain('rail line about'),
  bank_files: personal({ bytes: ['KEPT', 'what was sent to the bank'] }, 'rail id name sha256 state staged_as verdict'),
  bank_inbox: personal(
    { bytes: ['KEPT', 'what the bank sent'], note: ['KEPT', 'words of operators'] },
    'rail sha256 name state fault',
  ),
  bank_lines: personal(
    { details: ['KEPT', 'line of a bank statement'], note: ['KEPT', 'words of operators'] },
    'rail key matched payout',
  ),
  bank_messages: plain('rail kind id sha256'),
  bank_payouts: personal(
    { creditor: ['KEPT', PAYMENT], remittance: ['KEPT', PAYMENT] },
    'rail key reference batch state reason_code reason_text debit_line return_line',
  ),
  bank_rails: plain('rail'),
  bank_statements: plain('rail id currency'),
  beneficial_owners: personal({ personal_info: ['ERASED', 'the row is removed'] }, 'roles status'),
  blocked_providers: plain('domain'),
  card_records: plain('kind'),
  card_transactions: personal(
    { merchant: ['KEPT', PAYMENT] },
    'status decline_reason platform_customer_id currency issuer_transaction_token',
  ),
  cards: plain(
    'status state_reason platform_customer_id platform_card_id funding_sources currency brand last4 issuer_ref consents',
  ),
  checkpoint_keys: plain('id private_key public_key endorsement'),
  checkpoints: plain('kind body hash signature'),
  circuits: plain('class'),
  claims: personal({ name: ['ERASED', 'UMA addresses and account numbers; released'] }),
  credential_attempts: plain('challenges failures'),
  credential_rosters: plain('credentials sessions'),
  credentials: personal(
    { nickname: ['ERASED', 'email address or name of a device'], proof: ['ERASED', 'email address or OIDC identity'] },
    'type certificate',
  ),
  customer_import_faults: personal({
    errors: ['KEPT', 'messages about rows of a file; not attributable to a customer'],
  }),
  customer_imports: personal(
    { errors: ['KEPT', 'messages about rows of a file; not attributable to a customer'] },
    'status columns',
  ),
  customers: personal(
    { profile: ['ERASED', ''], email: ['ERASED', ''], uma_address: ['ERASED', 'replaced by one made from the id'] },
    'platform_customer_id type status region currencies',
  ),
  dashboard_sessions: plain('token_hash'),
  delegated_keys: plain('status nickname'),
  delivery_attempts: personal(
    { reply: ['ERASED', 'replies of webhook endpoints'], error: ['EXPIRES', ''] },
    'outcome request',
  ),
  documents: personal(
    {
      document_number: ['ERASED', 'the row and its file are removed'],
      issuing_authority: ['ERASED', ''],
      file_name: ['ERASED', ''],
      country: ['ERASED', ''],
    },
    'holder_type document_type side media_type sha256',
  ),
  event_replays: plain('failure'),
  events: personal(
    {
      data: ['ERASED', 'texts of the events of customers, external accounts and verifications'],
      state: ['KEPT', PAYMENT],
    },
    'type',
  ),
  evm_addresses: plain('address reference path'),
  evm_costs: plain('hash about'),
  evm_deposits: personal(
    { sender: ['KEPT', PAYMENT], address: ['KEPT', PAYMENT] },
    'hash block_hash token passed_over',
  ),
  evm_payouts: personal(
    { recipient: ['KEPT', PAYMENT], payer: ['KEPT', PAYMENT] },
    'key wallet token state detail settled_hash call',
  ),
  evm_tips: plain('hash'),
  evm_transactions: plain('wallet hash raw'),
  evm_unknown_deposits: personal({ sender: ['KEPT', PAYMENT], address: ['KEPT', PAYMENT] }, 'rail hash token'),
  evm_unknown_tokens: plain('rail token note'),
  evm_wallets: plain('address'),
  external_accounts: personal(
    {
      account_info: ['ERASED', 'except the type of account'],
      identifier: ['ERASED', ''],
      beneficiary_name: ['ERASED', ''],
    },
    'platform_account_id currency account_type status beneficiary_verification_status',
  ),
  freezes: personal({ reason: ['KEPT', 'words of operators'], frozen_by: ['KEPT', 'names of operators'] }, 'key'),
  holds: plain('status'),
  idempotency_keys: personal({ reply: ['ERASED', 'texts in replies about the customer'] }, 'fingerprint'),
  installation: plain('mode'),
  installation_keys: plain('sealed secret_id'),
  invitations: personal(
    {
      inviter_uma: ['KEPT', 'UMA address that was passed on'],
      invitee_uma: ['KEPT', 'UMA address that was passed on'],
      first_name: ['KEPT', 'of a person invited'],
    },
    'code status url currency',
  ),
  jobs: personal({ last_error: ['EXPIRES', 'with the job'] }, 'key name subjects class'),
  lightning_costs: plain('key'),
  lightning_invoices: plain('key node payment_hash invoice reference'),
  lightning_nodes: plain('node'),
  lightning_payouts: personal(
    { recipient: ['KEPT', PAYMENT], invoice: ['KEPT', PAYMENT] },
    'key state payment_hash node preimage detail',
  ),
  limit_levels: personal({ subject: ['EXPIRES', 'network addresses'] }),
  listeners: plain('endpoint'),
  lookups: personal(
    { receiver: ['KEPT', 'UMA address that was looked up'] },
    'accounts currencies required_payer_data',
  ),
  mailed_addresses: personal({ email: ['EXPIRES', ''] }, 'codes'),
  one_time_codes: plain('code_hash'),
  open_challenges: plain('open exports'),
  operator_challenges: plain('challenge_hash purpose'),
  operator_identities: plain('issuer subject'),
  operator_invitations: plain('code_hash'),
  operator_passkeys: plain('credential_id public_key rp_id origin user_handle'),
  operator_requests: personal(
    {
      reason: ['KEPT', 'words of operators'],
      note: ['KEPT', 'words of operators'],
      input: ['KEPT', 'names of operators'],
    },
    'kind target status proof failure',
  ),
  operator_sessions: personal({ address: ['KEPT', 'network addresses of operators'] }, 'token_hash'),
  operators: personal({ name: ['KEPT', 'names of operators'] }, 'role status'),
  passkey_challenges: plain('challenge client_public_key'),
  payout_releases: personal(
    {
      operator: ['KEPT', 'names of operators'],
      name: ['KEPT', 'names of operators'],
      note: ['KEPT', 'words of operators'],
    },
    'key',
  ),
  payout_routes: plain('key rail'),
  payout_screenings: personal(
    {
      reason: ['KEPT', 'result of screening'],
      decided_by: ['KEPT', 'names of operators'],
      note: ['KEPT', 'words of operators'],
    },
    'key submission verdict decision',
  ),
  platforms: plain(
    'name uma_domain proxy_uma_subdomain supported_currencies embedded_wallet_config webhook_secret relying_party wallet_policy former_webhook_secret',
  ),
  postings: plain('currency'),
  quotes: personal(
    {
      destination_id: ['KEPT', 'UMA address of a payment'],
      description: ['KEPT', PAYMENT],
      remittance_information: ['KEPT', PAYMENT],
      sender_customer_info: ['KEPT', PAYMENT],
      payload_to_sign: ['KEPT', 'what the holder of a wallet signed'],
    },
    'status source_type crypto_network destination_type payment_rail sending_currency receiving_currency fee_rate exchange_rate purpose_of_payment source_spark_address payment_instructions rate_origin',
  ),
  rail_comparisons: plain('rail statement currency differing'),
  rail_costs: plain('rail key currency about'),
  rail_cursors: plain('rail arrivals_after costs_after'),
  reported_arrivals: personal(
    { reference: ['KEPT', PAYMENT], payer: ['KEPT', PAYMENT], held_for: ['KEPT', 'why a payment was held'] },
    'rail key payee_kind currency',
  ),
  sandbox_clock: plain('moves'),
  schema_migrations: plain('name checksum'),
  secret_replies: personal({ sealed: ['EXPIRES', ''] }),
  settlements: plain('institution invoice callback'),
  signature_challenges: personal(
    { payload: ['KEPT', 'what the holder of a wallet signed'] },
    'account_ids method path body_hash',
  ),
  signing_keys: plain('id private_key public_key'),
  task_decisions: personal(
    { decided_by: ['KEPT', 'names of operators'], note: ['KEPT', 'words of operators'] },
    'key name subjects reason outcome',
  ),
  tokens: plain('name permissions client_id secret_hash allowed_addresses previous_secret_hash'),
  transactions: personal(
    {
      source_id: ['KEPT', 'UMA address of a payment'],
      destination_id: ['KEPT', 'UMA address of a payment'],
      description: ['KEPT', PAYMENT],
      remittance_information: ['KEPT', PAYMENT],
      counterparty_information: ['KEPT', PAYMENT],
    },
    'type status platform_customer_id source_type source_currency destination_type destination_currency fee_rate exchange_rate failure_reason refund purpose_of_payment',
  ),
  travel_rule_records: personal(
    {
      originator: ['KEPT', 'required by the travel rule'],
      beneficiary: ['KEPT', 'required by the travel rule'],
      completed_by: ['KEPT', 'names of operators'],
    },
    'key currency',
  ),
  uma_keys: plain('use private_key public_key'),
  uma_messages: personal({ fields: ['KEPT', PAYMENT] }, 'direction kind institution'),
  uma_nonces: plain('institution nonce'),
  used_identity_tokens: plain('hash'),
  verifications: personal({ errors: ['ERASED', 'reasons of a rejection'] }, 'status'),
  wallet_addresses: plain('spark_address'),
  wallet_keys: plain('sealed_key'),
  wallet_sessions: plain('public_key certificate'),
}
