/** Types of the API, generated from the contract by `npm run generate`. */

/** Version of the API: the first part of every path. */
export const API_VERSION = "2025-10-13"

/** Why a request was refused; the reference says what each means, who acts and what happened to the money. */
export type ErrorCode = "INVALID_INPUT" | "INVALID_AMOUNT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_BANK_ACCOUNT" | "INVALID_UMA_ADDRESS" | "INSUFFICIENT_BALANCE" | "INVALID_RECEIVER" | "SELF_PAYMENT" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "MISSING_MANDATORY_USER_INFO" | "CARDHOLDER_KYC_NOT_APPROVED" | "FUNDING_SOURCE_INELIGIBLE" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "LAST_CREDENTIAL" | "AGENT_DEVICE_CODE_EXPIRED" | "AGENT_DEVICE_CODE_REDEEMED" | "INVITATION_ALREADY_CLAIMED" | "INVITATION_CANCELLED" | "INVITATION_EXPIRED" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "NOT_FOUND" | "QUOTE_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "TOKEN_NOT_FOUND" | "USER_NOT_FOUND" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "BENEFICIAL_OWNER_NOT_FOUND" | "DOCUMENT_NOT_FOUND" | "AUTH_METHOD_NOT_FOUND" | "SESSION_NOT_FOUND" | "PLATFORM_NOT_FOUND" | "UMA_NOT_FOUND" | "INVITATION_NOT_FOUND" | "BULK_UPLOAD_JOB_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "CARD_NOT_FOUND" | "CARD_TRANSACTION_NOT_FOUND" | "DELEGATED_KEY_NOT_FOUND" | "AGENT_NOT_FOUND" | "AGENT_ACTION_NOT_FOUND" | "EVENT_NOT_FOUND" | "API_REQUEST_NOT_FOUND" | "EVENT_REPLAY_NOT_FOUND" | "AGENT_DEVICE_CODE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "UMA_ADDRESS_EXISTS" | "QUOTE_EXPIRED" | "QUOTE_ALREADY_EXECUTED" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "CARD_NOT_MUTABLE" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "CUSTOMER_DELETED" | "UNSUPPORTED_UMA_VERSION" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "LNURLP_REQUEST_FAILED" | "PAYREQ_REQUEST_FAILED" | "COUNTERPARTY_PUBKEY_FETCH_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE" | "OUTCOME_UNKNOWN"

/** Codes with which every operation can answer. */
export type CommonErrorCode = "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE"

/** Every operation, with its parts. */
export interface Operations {
  /**
   * Get the configuration.
   *
   * `GET /config`, permission VIEW
   */
  getPlatformConfig: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: PlatformConfig
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "PLATFORM_NOT_FOUND"
    signed: false
  }
  /**
   * Update the configuration. Absent fields are unchanged, also those inside `embeddedWalletConfig`; `supportedCurrencies` replaces the whole list. A new `webhookEndpoint` receives a TEST event, and every event from then on.
   *
   * `PATCH /config`, permission MANAGE
   */
  updatePlatformConfig: {
    method: "PATCH"
    params: {}
    query: {}
    body: PlatformConfigUpdateRequest
    reply: PlatformConfig
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_AMOUNT" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "PLATFORM_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Create an API token. `clientSecret` is only in this response. A token cannot grant a permission that it does not have. A platform has at most 100 tokens; at the limit the response is 409 `CONFLICT`.
   *
   * `POST /tokens`, permission MANAGE
   */
  createToken: {
    method: "POST"
    params: {}
    query: {}
    body: ApiTokenCreateRequest
    reply: ApiToken
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List API tokens.
   *
   * `GET /tokens`, permission VIEW
   */
  listTokens: {
    method: "GET"
    params: {}
    query: {
      name?: string
      createdAfter?: string
      createdBefore?: string
      updatedAfter?: string
      updatedBefore?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: TokenListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get an API token.
   *
   * `GET /tokens/{tokenId}`, permission VIEW
   */
  getTokenById: {
    method: "GET"
    params: {
      tokenId: `Token:${string}`
    }
    query: {}
    body: undefined
    reply: ApiToken
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "TOKEN_NOT_FOUND"
    signed: false
  }
  /**
   * Update an API token. Changes the name, the expiry or the allowed addresses; absent fields are unchanged. Other processes apply the change within a second.
   *
   * `PATCH /tokens/{tokenId}`, permission MANAGE
   */
  updateToken: {
    method: "PATCH"
    params: {
      tokenId: `Token:${string}`
    }
    query: {}
    body: ApiTokenUpdateRequest
    reply: ApiToken
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "TOKEN_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Rotate the secret of an API token. Gives the token a new secret, which is only in this response as `clientSecret`. The previous secret works until `previousSecretExpiresAt`; one that was rotated out before it ends immediately. Client id, permissions and Idempotency-Keys stay. Rotating the secret of a token that has more permissions than the caller is 403 `FORBIDDEN`.
   *
   * `POST /tokens/{tokenId}/rotate-secret`, permission MANAGE
   */
  rotateTokenSecret: {
    method: "POST"
    params: {
      tokenId: `Token:${string}`
    }
    query: {}
    body: ApiTokenRotateSecretRequest | undefined
    reply: ApiToken
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "TOKEN_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Delete an API token. The token stops working immediately.
   *
   * `DELETE /tokens/{tokenId}`, permission MANAGE
   */
  deleteTokenById: {
    method: "DELETE"
    params: {
      tokenId: `Token:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "TOKEN_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get an overview of the platform.
   *
   * `GET /overview`, permission VIEW
   */
  getOverview: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: Overview
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get what waits for an operator. Of the platform: tasks that were given up, payouts that are held, and a webhook endpoint that was disabled; at most 20.
   *
   * `GET /attention`, permission VIEW
   */
  getAttention: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: Attention
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Create a customer. An approved customer gets an internal account in each currency. Absent fields have defaults: `platformCustomerId` the id of the customer, `umaAddress` an address at the domain of the platform, `currencies` all that the platform supports.
   *
   * `POST /customers`, permission MANAGE
   */
  createCustomer: {
    method: "POST"
    params: {}
    query: {}
    body: CustomerCreateRequest
    reply: Customer
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "INVALID_UMA_ADDRESS" | "UNAUTHORIZED" | "FORBIDDEN" | "CONFLICT" | "UMA_ADDRESS_EXISTS" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List customers.
   *
   * `GET /customers`, permission VIEW
   */
  listCustomers: {
    method: "GET"
    params: {}
    query: {
      platformCustomerId?: string
      customerType?: CustomerType
      createdAfter?: string
      createdBefore?: string
      updatedAfter?: string
      updatedBefore?: string
      /** Jurisdiction of the customer, ISO 3166-1 alpha-2; fixed when the customer is created */
      region?: string
      currency?: string
      /** Universal Money Address: `$name@domain` */
      umaAddress?: string
      isIncludingDeleted?: boolean
      /** Words of the name, email address, UMA address or `platformCustomerId`, in any order; prefixes match. Or the id of the customer */
      search?: string
      status?: KycStatus
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: CustomerListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a customer.
   *
   * `GET /customers/{customerId}`, permission VIEW
   */
  getCustomerById: {
    method: "GET"
    params: {
      customerId: `Customer:${string}`
    }
    query: {}
    body: undefined
    reply: Customer
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND"
    signed: false
  }
  /**
   * Change a customer. Absent fields are unchanged; `currencies` replaces the whole list. `platformCustomerId` and `region` cannot change. A new `email` also replaces the old one in EMAIL_OTP credentials that use it; then the request needs the signature of a session of such a wallet.
   *
   * `PATCH /customers/{customerId}`, permission MANAGE
   */
  updateCustomerById: {
    method: "PATCH"
    params: {
      customerId: `Customer:${string}`
    }
    query: {}
    body: CustomerUpdateRequest
    reply: Customer
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "INVALID_UMA_ADDRESS" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "USER_NOT_FOUND" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "UMA_ADDRESS_EXISTS" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * Delete a customer. Returns the deleted customer; a second call gets 410. The internal accounts of the customer are closed; while one of them holds money, the request is refused with 409. Another customer can use the `platformCustomerId` and `umaAddress`.
   *
   * `DELETE /customers/{customerId}`, permission MANAGE
   */
  deleteCustomerById: {
    method: "DELETE"
    params: {
      customerId: `Customer:${string}`
    }
    query: {}
    body: undefined
    reply: Customer
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Create a link to a verification page. Every call creates a new link that works once; earlier links stay valid until they expire. No status changes.
   *
   * `POST /customers/{customerId}/kyc-link`, permission MANAGE
   */
  createCustomerKycLink: {
    method: "POST"
    params: {
      customerId: `Customer:${string}`
    }
    query: {}
    body: KycLinkCreateRequest | undefined
    reply: KycLinkResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "NOT_IMPLEMENTED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get a verification link by the platform's own customer id. Every call creates a new link that works once; earlier links stay valid until they expire. No status changes. Anyone who has the link can be verified as the customer, so the token also needs MANAGE.
   *
   * `GET /customers/kyc-link`, permission VIEW
   */
  getCustomerKycLink: {
    method: "GET"
    params: {}
    query: {
      platformCustomerId: string
      /** Where the page sends the customer afterwards: https, or http on the same machine */
      redirectUri?: string
    }
    body: undefined
    reply: CustomerKycLinkResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "NOT_IMPLEMENTED"
    signed: false
  }
  /**
   * Submit a customer for verification. Starts the verification of an individual or a business, or continues it. If something is missing, the reply is 200 with RESOLVE_ERRORS; supply it and submit again. A verification that is in progress or APPROVED is returned unchanged; after REJECTED a new one starts. When the customer is approved, their accounts are opened. In the sandbox the last digits of `businessInfo.registrationNumber` choose the outcome: 001 stays pending, 002 is rejected, all others are approved.
   *
   * `POST /verifications`, permission MANAGE
   */
  createVerification: {
    method: "POST"
    params: {}
    query: {}
    body: VerificationRequest
    reply: Verification
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List verifications.
   *
   * `GET /verifications`, permission VIEW
   */
  listVerifications: {
    method: "GET"
    params: {}
    query: {
      customerId?: `Customer:${string}`
      verificationStatus?: VerificationStatus
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: VerificationListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a verification.
   *
   * `GET /verifications/{verificationId}`, permission VIEW
   */
  getVerification: {
    method: "GET"
    params: {
      verificationId: `Verification:${string}`
    }
    query: {}
    body: undefined
    reply: Verification
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "VERIFICATION_NOT_FOUND"
    signed: false
  }
  /**
   * Add a beneficial owner. Only businesses have beneficial owners. The verification of the person starts immediately.
   *
   * `POST /beneficial-owners`, permission MANAGE
   */
  createBeneficialOwner: {
    method: "POST"
    params: {}
    query: {}
    body: BeneficialOwnerCreateRequest
    reply: BeneficialOwner
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List the beneficial owners of a business.
   *
   * `GET /beneficial-owners`, permission VIEW
   */
  listBeneficialOwners: {
    method: "GET"
    params: {}
    query: {
      customerId: `Customer:${string}`
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: BeneficialOwnerListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a beneficial owner.
   *
   * `GET /beneficial-owners/{beneficialOwnerId}`, permission VIEW
   */
  getBeneficialOwner: {
    method: "GET"
    params: {
      beneficialOwnerId: `BeneficialOwner:${string}`
    }
    query: {}
    body: undefined
    reply: BeneficialOwner
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "BENEFICIAL_OWNER_NOT_FOUND"
    signed: false
  }
  /**
   * Change a beneficial owner. Absent fields are unchanged, also inside `personalInfo`. If `personalInfo` changes, the person is verified again.
   *
   * `PATCH /beneficial-owners/{beneficialOwnerId}`, permission MANAGE
   */
  updateBeneficialOwner: {
    method: "PATCH"
    params: {
      beneficialOwnerId: `BeneficialOwner:${string}`
    }
    query: {}
    body: BeneficialOwnerUpdateRequest
    reply: BeneficialOwner
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "BENEFICIAL_OWNER_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Upload a document.
   *
   * `POST /documents`, permission MANAGE
   */
  uploadDocument: {
    method: "POST"
    params: {}
    query: {}
    body: DocumentUploadRequest
    reply: Document
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "BENEFICIAL_OWNER_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List documents.
   *
   * `GET /documents`, permission VIEW
   */
  listDocuments: {
    method: "GET"
    params: {}
    query: {
      documentHolder?: `Customer:${string}` | `BeneficialOwner:${string}`
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: DocumentListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a document. Returns the metadata; the file cannot be downloaded.
   *
   * `GET /documents/{documentId}`, permission VIEW
   */
  getDocument: {
    method: "GET"
    params: {
      documentId: `Document:${string}`
    }
    query: {}
    body: undefined
    reply: Document
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "DOCUMENT_NOT_FOUND"
    signed: false
  }
  /**
   * Replace a document. Replaces the file and all metadata. Refused once a verification that uses the document was submitted, unless that verification is in RESOLVE_ERRORS.
   *
   * `PUT /documents/{documentId}`, permission MANAGE
   */
  replaceDocument: {
    method: "PUT"
    params: {
      documentId: `Document:${string}`
    }
    query: {}
    body: DocumentReplaceRequest
    reply: Document
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "DOCUMENT_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Delete a document. Deletes the file as well. Refused once a verification that uses the document was submitted, unless that verification is in RESOLVE_ERRORS.
   *
   * `DELETE /documents/{documentId}`, permission MANAGE
   */
  deleteDocument: {
    method: "DELETE"
    params: {
      documentId: `Document:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "DOCUMENT_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Import customers from a CSV file. Stores the file and creates the customers in the background; BULK_UPLOAD.COMPLETED or BULK_UPLOAD.FAILED reports the end. A row that cannot be imported is listed in `errors`, and the others are imported.
   *
   * Required columns: `umaAddress`, `platformCustomerId`, `customerType` (INDIVIDUAL or BUSINESS), `addressLine1`, `city`, `state`, `postalCode`, `country`; if one of them is missing in the header, the import fails. Individuals also need `fullName` and `birthDate`, businesses `businessLegalName`. Optional: `addressLine2`, `email`, and for businesses `businessRegistrationNumber`, `businessTaxId`. Other columns are ignored.
   *
   * `POST /customers/bulk/csv`, permission MANAGE
   */
  uploadCustomersCsv: {
    method: "POST"
    params: {}
    query: {}
    body: BulkCustomerImportRequest
    reply: BulkCustomerImportJobAccepted
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get an import.
   *
   * `GET /customers/bulk/jobs/{jobId}`, permission VIEW
   */
  getBulkCustomerImportJob: {
    method: "GET"
    params: {
      jobId: `Job:${string}`
    }
    query: {}
    body: undefined
    reply: BulkCustomerImportJob
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "BULK_UPLOAD_JOB_NOT_FOUND"
    signed: false
  }
  /**
   * List the internal accounts of customers.
   *
   * `GET /customers/internal-accounts`, permission VIEW
   */
  listCustomerInternalAccounts: {
    method: "GET"
    params: {}
    query: {
      currency?: string
      type?: InternalAccountType
      customerId?: `Customer:${string}`
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: InternalAccountListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * List the internal accounts of the platform.
   *
   * `GET /platform/internal-accounts`, permission VIEW
   */
  listPlatformInternalAccounts: {
    method: "GET"
    params: {}
    query: {
      currency?: string
      type?: InternalAccountType
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: InternalAccountListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Change the privacy of a wallet. Only for an EMBEDDED_WALLET. Needs the signature of a session of the wallet.
   *
   * `PATCH /internal-accounts/{id}`, permission TRANSACT
   */
  updateInternalAccount: {
    method: "PATCH"
    params: {
      id: `InternalAccount:${string}`
    }
    query: {}
    body: InternalAccountUpdateRequest
    reply: InternalAccount
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * Export the key of a wallet. Returns the wallet's recovery phrase (BIP-39), encrypted to `clientPublicKey`. Needs the signature of a session of the wallet, with the same `clientPublicKey` in both calls.
   *
   * `POST /internal-accounts/{id}/export`, permission TRANSACT
   */
  exportInternalAccount: {
    method: "POST"
    params: {
      id: `InternalAccount:${string}`
    }
    query: {}
    body: InternalAccountExportRequest
    reply: InternalAccountExportResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * Register a customer's external account. The account type must support the currency. An owner cannot register the same account twice: the refusal has the existing account in `details.externalAccountId`.
   *
   * `POST /customers/external-accounts`, permission MANAGE
   */
  createCustomerExternalAccount: {
    method: "POST"
    params: {}
    query: {}
    body: ExternalAccountCreateRequest
    reply: ExternalAccount
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "INVALID_BANK_ACCOUNT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List the customers' external accounts.
   *
   * `GET /customers/external-accounts`, permission VIEW
   */
  listCustomerExternalAccounts: {
    method: "GET"
    params: {}
    query: {
      currency?: string
      customerId?: `Customer:${string}`
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: ExternalAccountListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a customer's external account.
   *
   * `GET /customers/external-accounts/{externalAccountId}`, permission VIEW
   */
  getCustomerExternalAccountById: {
    method: "GET"
    params: {
      externalAccountId: `ExternalAccount:${string}`
    }
    query: {}
    body: undefined
    reply: ExternalAccount
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "EXTERNAL_ACCOUNT_NOT_FOUND"
    signed: false
  }
  /**
   * Delete a customer's external account. Payments in progress continue.
   *
   * `DELETE /customers/external-accounts/{externalAccountId}`, permission MANAGE
   */
  deleteCustomerExternalAccountById: {
    method: "DELETE"
    params: {
      externalAccountId: `ExternalAccount:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Register an external account of the platform. The account type must support the currency. An owner cannot register the same account twice: the refusal has the existing account in `details.externalAccountId`.
   *
   * `POST /platform/external-accounts`, permission MANAGE
   */
  createPlatformExternalAccount: {
    method: "POST"
    params: {}
    query: {}
    body: PlatformExternalAccountCreateRequest
    reply: ExternalAccount
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "INVALID_BANK_ACCOUNT" | "UNAUTHORIZED" | "FORBIDDEN" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List the platform's external accounts.
   *
   * `GET /platform/external-accounts`, permission VIEW
   */
  listPlatformExternalAccounts: {
    method: "GET"
    params: {}
    query: {
      currency?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: ExternalAccountListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get an external account of the platform.
   *
   * `GET /platform/external-accounts/{externalAccountId}`, permission VIEW
   */
  getPlatformExternalAccountById: {
    method: "GET"
    params: {
      externalAccountId: `ExternalAccount:${string}`
    }
    query: {}
    body: undefined
    reply: ExternalAccount
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "EXTERNAL_ACCOUNT_NOT_FOUND"
    signed: false
  }
  /**
   * Delete an external account of the platform. Payments in progress continue.
   *
   * `DELETE /platform/external-accounts/{externalAccountId}`, permission MANAGE
   */
  deletePlatformExternalAccountById: {
    method: "DELETE"
    params: {
      externalAccountId: `ExternalAccount:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get the names of accounts. Of the accounts with these ids, internal and external; deleted ones too. Unknown ids are left out. Without `id`, of the accounts that can be paid, at most 200 of each kind.
   *
   * `GET /parties`, permission VIEW
   */
  getParties: {
    method: "GET"
    params: {}
    query: {
      /** One or several */
      id?: (`InternalAccount:${string}` | `ExternalAccount:${string}`)[]
    }
    body: undefined
    reply: Parties
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * List exchange rates. For information: only a quote locks a rate.
   *
   * `GET /exchange-rates`, permission VIEW
   */
  getExchangeRates: {
    method: "GET"
    params: {}
    query: {
      sourceCurrency?: string
      /** One or several */
      destinationCurrency?: string[]
      /** Minor units of the source currency */
      sendingAmount?: number
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: ExchangeRateListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get the origins of exchange rates. Of the current rates from one currency to the platform's others. A currency without a rate is left out.
   *
   * `GET /exchange-rates/origins`, permission VIEW
   */
  getRateOrigins: {
    method: "GET"
    params: {}
    query: {
      sourceCurrency: string
    }
    body: undefined
    reply: RateOrigins
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Estimate the fee of a crypto withdrawal. For information only: no price is locked, and no money moves.
   *
   * `POST /crypto/estimate-withdrawal-fee`, permission TRANSACT
   */
  estimateCryptoWithdrawalFee: {
    method: "POST"
    params: {}
    query: {}
    body: EstimateCryptoWithdrawalFeeRequest
    reply: EstimateCryptoWithdrawalFeeResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_AMOUNT" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Look up a UMA address. Queries the institution of the address. `$` and `@` may be sent as they are or percent-encoded.
   *
   * `GET /receiver/uma/{receiverUmaAddress}`, permission VIEW
   */
  lookupUma: {
    method: "GET"
    params: {
      receiverUmaAddress: string
    }
    query: {
      /** Universal Money Address: `$name@domain` */
      senderUmaAddress?: string
      customerId?: `Customer:${string}`
    }
    body: undefined
    reply: ReceiverUmaLookupResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_UMA_ADDRESS" | "UNAUTHORIZED" | "FORBIDDEN" | "COUNTERPARTY_NOT_ALLOWED" | "USER_NOT_FOUND" | "UMA_NOT_FOUND" | "UNSUPPORTED_UMA_VERSION" | "LNURLP_REQUEST_FAILED" | "COUNTERPARTY_PUBKEY_FETCH_ERROR"
    signed: false
  }
  /**
   * Look up an external account.
   *
   * `GET /receiver/external-account/{accountId}`, permission VIEW
   */
  lookupExternalAccount: {
    method: "GET"
    params: {
      accountId: `ExternalAccount:${string}`
    }
    query: {
      /** Universal Money Address: `$name@domain` */
      senderUmaAddress?: string
      customerId?: `Customer:${string}`
    }
    body: undefined
    reply: ReceiverExternalAccountLookupResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE"
    signed: false
  }
  /**
   * List banks and providers. Ordered by currency, country and name. The list is a suggestion: an account may name another bank.
   *
   * `GET /discoveries`, permission VIEW
   */
  getDiscoveries: {
    method: "GET"
    params: {}
    query: {
      /** ISO 3166-1 alpha-2 */
      country?: string
      currency?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: DiscoveryListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * List UMA providers. The platform itself and the institutions that this installation knows, ordered by domain.
   *
   * `GET /uma-providers`, permission VIEW
   */
  getAvailableUmaProviders: {
    method: "GET"
    params: {}
    query: {
      /** ISO 3166-1 alpha-2 */
      countryCode?: string
      currencyCode?: string
      /** Whether to include blocked institutions */
      hasBlockedProviders?: boolean
      sortOrder?: "asc" | "desc"
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: UmaProviderListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Create a quote. Locks a rate and fees until `expiresAt` and creates the transaction in PENDING. The balance is checked when the quote is executed, not here.
   *
   * `POST /quotes`, permission TRANSACT
   */
  createQuote: {
    method: "POST"
    params: {}
    query: {}
    body: QuoteRequest
    reply: Quote
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_AMOUNT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_UMA_ADDRESS" | "INSUFFICIENT_BALANCE" | "INVALID_RECEIVER" | "SELF_PAYMENT" | "MISSING_MANDATORY_USER_INFO" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "USER_NOT_FOUND" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List quotes. Newest first.
   *
   * `GET /quotes`, permission VIEW
   */
  listQuotes: {
    method: "GET"
    params: {}
    query: {
      createdAfter?: string
      createdBefore?: string
      customerId?: `Customer:${string}`
      sendingAccountId?: `InternalAccount:${string}` | `ExternalAccount:${string}`
      receivingAccountId?: `InternalAccount:${string}` | `ExternalAccount:${string}`
      /** Universal Money Address: `$name@domain` */
      sendingUmaAddress?: string
      /** Universal Money Address: `$name@domain` */
      receivingUmaAddress?: string
      status?: QuoteStatus
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: QuoteListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a quote.
   *
   * `GET /quotes/{quoteId}`, permission VIEW
   */
  getQuoteById: {
    method: "GET"
    params: {
      quoteId: `Quote:${string}`
    }
    query: {}
    body: undefined
    reply: Quote
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "QUOTE_NOT_FOUND"
    signed: false
  }
  /**
   * Execute a quote. Debits the source immediately, or starts to pull the money from an external account, and pays the amounts of the quote. A failed pull or payout shows in the status and the events of the transaction, not in this reply. If the source is an embedded wallet, its holder signs the quote's `payloadToSign`; without a signature the reply is 202.
   *
   * `POST /quotes/{quoteId}/execute`, permission TRANSACT
   */
  executeQuote: {
    method: "POST"
    params: {
      quoteId: `Quote:${string}`
    }
    query: {}
    body: {} | undefined
    reply: Quote
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "INSUFFICIENT_BALANCE" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "USER_NOT_READY" | "QUOTE_NOT_FOUND" | "USER_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "QUOTE_EXPIRED" | "QUOTE_ALREADY_EXECUTED" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * Transfer in. Pulls money from an external account of the same owner and currency. It is credited when it has arrived. If the bank reports the account as closed or empty, the transfer fails immediately.
   *
   * `POST /transfer-in`, permission TRANSACT
   */
  createTransferIn: {
    method: "POST"
    params: {}
    query: {}
    body: TransferInRequest
    reply: IncomingTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Transfer out. Sends money to an external account of the same currency. Without an amount, the whole available balance is sent. If the bank refuses the transfer immediately, the reply is a FAILED transaction, and the balance is unchanged.
   *
   * `POST /transfer-out`, permission TRANSACT
   */
  createTransferOut: {
    method: "POST"
    params: {}
    query: {}
    body: TransferOutRequest
    reply: OutgoingTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_AMOUNT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INSUFFICIENT_BALANCE" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List transactions.
   *
   * `GET /transactions`, permission VIEW
   */
  listTransactions: {
    method: "GET"
    params: {}
    query: {
      customerId?: `Customer:${string}` | `PlatformConfig:${string}`
      platformCustomerId?: string
      /** An account id or a UMA address */
      accountIdentifier?: string
      /** An account id or a UMA address */
      senderAccountIdentifier?: string
      /** An account id or a UMA address */
      receiverAccountIdentifier?: string
      status?: TransactionStatus
      type?: TransactionType
      reference?: string
      startDate?: string
      endDate?: string
      currency?: string
      /** In minor units of `currency`, which must be given too */
      minAmount?: number
      /** In minor units of `currency`, which must be given too */
      maxAmount?: number
      /** By creation */
      sortOrder?: "asc" | "desc"
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: TransactionListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a transaction.
   *
   * `GET /transactions/{transactionId}`, permission VIEW
   */
  getTransactionById: {
    method: "GET"
    params: {
      transactionId: `Transaction:${string}`
    }
    query: {}
    body: undefined
    reply: Transaction
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "TRANSACTION_NOT_FOUND"
    signed: false
  }
  /**
   * Approve an incoming payment. Only while the payment waits for the approval of the platform. Repeating the decision returns the same reply.
   *
   * `POST /transactions/{transactionId}/approve`, permission TRANSACT
   */
  approvePendingPayment: {
    method: "POST"
    params: {
      transactionId: `Transaction:${string}`
    }
    query: {}
    body: ApprovePaymentRequest | undefined
    reply: IncomingTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "TRANSACTION_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Reject an incoming payment. Only while the payment waits for the approval of the platform. The money is returned to the sender.
   *
   * `POST /transactions/{transactionId}/reject`, permission TRANSACT
   */
  rejectPendingPayment: {
    method: "POST"
    params: {
      transactionId: `Transaction:${string}`
    }
    query: {}
    body: RejectPaymentRequest | undefined
    reply: IncomingTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "TRANSACTION_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get the history of a transaction.
   *
   * `GET /transactions/{transactionId}/history`, permission VIEW
   */
  getTransactionHistory: {
    method: "GET"
    params: {
      transactionId: `Transaction:${string}`
    }
    query: {}
    body: undefined
    reply: TransactionHistory
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "TRANSACTION_NOT_FOUND"
    signed: false
  }
  /**
   * Create an invitation. On behalf of a customer, identified by their UMA address.
   *
   * `POST /invitations`, permission MANAGE
   */
  createInvitation: {
    method: "POST"
    params: {}
    query: {}
    body: UmaInvitationCreateRequest
    reply: UmaInvitation
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "INVALID_UMA_ADDRESS" | "UNAUTHORIZED" | "FORBIDDEN" | "UMA_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get an invitation. Only the platform that created the invitation finds it; others get 404.
   *
   * `GET /invitations/{invitationCode}`, permission VIEW
   */
  getInvitation: {
    method: "GET"
    params: {
      /** Eight random hexadecimal digits */
      invitationCode: string
    }
    query: {}
    body: undefined
    reply: UmaInvitation
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "INVITATION_NOT_FOUND"
    signed: false
  }
  /**
   * Claim an invitation. Records the UMA address of the invited person, at any institution, and emits INVITATION.CLAIMED. Only the platform that created the invitation finds it; others get 404.
   *
   * `POST /invitations/{invitationCode}/claim`, permission MANAGE
   */
  claimInvitation: {
    method: "POST"
    params: {
      /** Eight random hexadecimal digits */
      invitationCode: string
    }
    query: {}
    body: UmaInvitationClaimRequest
    reply: UmaInvitation
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_UMA_ADDRESS" | "INVITATION_ALREADY_CLAIMED" | "INVITATION_CANCELLED" | "INVITATION_EXPIRED" | "UNAUTHORIZED" | "FORBIDDEN" | "INVITATION_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Cancel an invitation. Only the platform that created the invitation finds it; others get 404.
   *
   * `POST /invitations/{invitationCode}/cancel`, permission MANAGE
   */
  cancelInvitation: {
    method: "POST"
    params: {
      /** Eight random hexadecimal digits */
      invitationCode: string
    }
    query: {}
    body: {} | undefined
    reply: UmaInvitation
    errors: CommonErrorCode | "INVALID_INPUT" | "INVITATION_ALREADY_CLAIMED" | "INVITATION_CANCELLED" | "INVITATION_EXPIRED" | "UNAUTHORIZED" | "FORBIDDEN" | "INVITATION_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Add a credential to a wallet. The first credential of a wallet is created immediately (201). Each further one requires the signature of a session of the wallet: 202 first, then 201. It opens no session; `/verify` does. A wallet has at most one PASSKEY and one EMAIL_OTP.
   *
   * `POST /auth/credentials`, permission TRANSACT
   */
  createAuthCredential: {
    method: "POST"
    params: {}
    query: {}
    body: AuthCredentialCreateRequest
    reply: AuthMethod
    errors: CommonErrorCode | "INVALID_INPUT" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "CONFLICT" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "NOT_IMPLEMENTED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * List a wallet's credentials. Oldest first; without paging.
   *
   * `GET /auth/credentials`, permission VIEW
   */
  listAuthCredentials: {
    method: "GET"
    params: {}
    query: {
      accountId: `InternalAccount:${string}`
    }
    body: undefined
    reply: AuthCredentialListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Start the verification of a credential. EMAIL_OTP: mails a new code, which replaces the previous one. PASSKEY: returns the challenge for navigator.credentials.get(), bound to `clientPublicKey`. OAUTH needs no challenge.
   *
   * `POST /auth/credentials/{id}/challenge`, permission TRANSACT
   */
  challengeAuthCredential: {
    method: "POST"
    params: {
      id: `AuthMethod:${string}`
    }
    query: {}
    body: AuthCredentialChallengeRequest | undefined
    reply: AuthCredentialChallenge
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AUTH_METHOD_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "NOT_IMPLEMENTED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Verify a credential and open a session. Verifies the holder, activates the credential, and opens a session of 15 minutes. The signing key of the session is sealed to the client and returned only once.
   *
   * `POST /auth/credentials/{id}/verify`, permission TRANSACT
   */
  verifyAuthCredential: {
    method: "POST"
    params: {
      id: `AuthMethod:${string}`
    }
    query: {}
    body: AuthCredentialVerifyRequest
    reply: AuthSession
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AUTH_METHOD_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Revoke a credential. Requires the signature of a session opened with another credential of the wallet. Sessions and challenges of the revoked credential end with it. The only credential of a wallet cannot be revoked.
   *
   * `DELETE /auth/credentials/{id}`, permission TRANSACT
   */
  revokeAuthCredential: {
    method: "DELETE"
    params: {
      id: `AuthMethod:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "LAST_CREDENTIAL" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "AUTH_METHOD_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * List a wallet's sessions. Live sessions, oldest first.
   *
   * `GET /auth/sessions`, permission VIEW
   */
  listAuthSessions: {
    method: "GET"
    params: {}
    query: {
      accountId: `InternalAccount:${string}`
    }
    body: undefined
    reply: SessionListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Revoke a session. Requires the signature of any session of the wallet, including the revoked one. It ends every session opened by the same proof.
   *
   * `DELETE /auth/sessions/{id}`, permission TRANSACT
   */
  revokeAuthSession: {
    method: "DELETE"
    params: {
      id: `Session:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "SESSION_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * Refresh a session. Requires the signature of the session itself, while it is live. The new session has its own key and 15 minutes; the old one stays valid until it expires.
   *
   * `POST /auth/sessions/{id}/refresh`, permission TRANSACT
   */
  refreshAuthSession: {
    method: "POST"
    params: {
      id: `Session:${string}`
    }
    query: {}
    body: AuthSessionRefreshRequest
    reply: AuthSession
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "SESSION_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * Issue a card. Requests a card for an approved customer from the issuer. The reply is PENDING_ISSUE; the event CARD.STATE_CHANGE reports when the card is ACTIVE, or CLOSED because the issuer rejected it. A funding source that is an embedded wallet pays only with the consent of its holder: see `POST /auth/delegated-keys`.
   *
   * `POST /cards`, permission MANAGE
   */
  createCard: {
    method: "POST"
    params: {}
    query: {}
    body: CardCreateRequest
    reply: Card
    errors: CommonErrorCode | "INVALID_INPUT" | "CARDHOLDER_KYC_NOT_APPROVED" | "FUNDING_SOURCE_INELIGIBLE" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "NOT_IMPLEMENTED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List cards.
   *
   * `GET /cards`, permission VIEW
   */
  listCards: {
    method: "GET"
    params: {}
    query: {
      cardholderId?: `Customer:${string}`
      /** One of the funding sources */
      accountId?: `InternalAccount:${string}`
      /** The platform's own id of the card */
      platformCardId?: string
      state?: CardState
      /** By creation */
      sortOrder?: "asc" | "desc"
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: CardListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a card.
   *
   * `GET /cards/{id}`, permission VIEW
   */
  getCardById: {
    method: "GET"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: undefined
    reply: Card
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "CARD_NOT_FOUND"
    signed: false
  }
  /**
   * Freeze, unfreeze or close a card, or change its funding sources or cap. Requires the signature of a session of any wallet of the cardholder; no signature if the cardholder has no wallet. ACTIVE and FROZEN cards can change to each other and to CLOSED. A frozen card declines purchases; existing authorizations are still cleared. `fundingSources` replaces the whole list. The signature also gives the consent of the wallets in the list; the consent of wallets removed from it ends.
   *
   * `PATCH /cards/{id}`, permission TRANSACT
   */
  updateCardById: {
    method: "PATCH"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: CardUpdateRequest
    reply: Card
    errors: CommonErrorCode | "INVALID_INPUT" | "FUNDING_SOURCE_INELIGIBLE" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "CARD_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "CARD_NOT_MUTABLE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * List card transactions.
   *
   * `GET /card-transactions`, permission VIEW
   */
  listCardTransactions: {
    method: "GET"
    params: {}
    query: {
      cardId?: `Card:${string}`
      customerId?: `Customer:${string}`
      accountId?: `InternalAccount:${string}`
      status?: CardTransactionStatus
      startDate?: string
      endDate?: string
      /** By creation */
      sortOrder?: "asc" | "desc"
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: CardTransactionListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a card transaction.
   *
   * `GET /card-transactions/{id}`, permission VIEW
   */
  getCardTransactionById: {
    method: "GET"
    params: {
      id: `CardTransaction:${string}`
    }
    query: {}
    body: undefined
    reply: CardTransaction
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "CARD_TRANSACTION_NOT_FOUND"
    signed: false
  }
  /**
   * Get the history of a card. With its newest 50 purchases.
   *
   * `GET /cards/{id}/history`, permission VIEW
   */
  getCardHistory: {
    method: "GET"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: undefined
    reply: CardHistory
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "CARD_NOT_FOUND"
    signed: false
  }
  /**
   * Get the history of a card transaction.
   *
   * `GET /card-transactions/{id}/history`, permission VIEW
   */
  getCardTransactionHistory: {
    method: "GET"
    params: {
      id: `CardTransaction:${string}`
    }
    query: {}
    body: undefined
    reply: CardTransactionHistory
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "CARD_TRANSACTION_NOT_FOUND"
    signed: false
  }
  /**
   * Let a card pay from a wallet. Requires the signature of a session of the wallet. The signed payload names the card, the wallet and the cap on a purchase. A signed `PATCH /cards/{id}` whose `fundingSources` include the wallet gives the same consent.
   *
   * `POST /auth/delegated-keys`, permission TRANSACT
   */
  createDelegatedKey: {
    method: "POST"
    params: {}
    query: {}
    body: DelegatedKeyCreateRequest
    reply: DelegatedKey
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "CARD_NOT_FOUND" | "CONFLICT" | "ACCOUNT_NOT_ACTIVE" | "CARD_NOT_MUTABLE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * List delegated keys. Oldest first, including REVOKED keys. At least one parameter is required.
   *
   * `GET /auth/delegated-keys`, permission VIEW
   */
  listDelegatedKeys: {
    method: "GET"
    params: {}
    query: {
      accountId?: `InternalAccount:${string}`
      /** The wallet as a funding source of this card; the same for every key of the pair */
      fundingSourceId?: `CardFundingSource:${string}`
      cardId?: `Card:${string}`
    }
    body: undefined
    reply: DelegatedKeyListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a delegated key.
   *
   * `GET /auth/delegated-keys/{id}`, permission VIEW
   */
  getDelegatedKey: {
    method: "GET"
    params: {
      id: `DelegatedKey:${string}`
    }
    query: {}
    body: undefined
    reply: DelegatedKey
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "DELEGATED_KEY_NOT_FOUND"
    signed: false
  }
  /**
   * Withdraw the consent to pay for a card. Requires no signature and takes effect at once: the card can no longer hold or debit money of the wallet, except for existing holds. 400 for a key that is not ACTIVE.
   *
   * `DELETE /auth/delegated-keys/{id}`, permission TRANSACT
   */
  revokeDelegatedKey: {
    method: "DELETE"
    params: {
      id: `DelegatedKey:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "DELEGATED_KEY_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Create an agent. The device code is only in this response. Accounts in the policy must be accounts of the customer.
   *
   * `POST /agents`, permission MANAGE
   */
  createAgent: {
    method: "POST"
    params: {}
    query: {}
    body: AgentCreateRequest
    reply: AgentCreateResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_FOUND" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List agents. Newest first.
   *
   * `GET /agents`, permission VIEW
   */
  listAgents: {
    method: "GET"
    params: {}
    query: {
      customerId?: `Customer:${string}`
      isPaused?: boolean
      isConnected?: boolean
      createdAfter?: string
      createdBefore?: string
      updatedAfter?: string
      updatedBefore?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: AgentListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get an agent.
   *
   * `GET /agents/{agentId}`, permission VIEW
   */
  getAgentById: {
    method: "GET"
    params: {
      agentId: `Agent:${string}`
    }
    query: {}
    body: undefined
    reply: Agent
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_NOT_FOUND"
    signed: false
  }
  /**
   * Rename, pause or resume an agent. After the response to a pause, no payment of the agent begins; payments in progress continue.
   *
   * `PATCH /agents/{agentId}`, permission MANAGE
   */
  updateAgent: {
    method: "PATCH"
    params: {
      agentId: `Agent:${string}`
    }
    query: {}
    body: AgentUpdateRequest
    reply: Agent
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Delete an agent. Its access token stops working immediately, and its pending actions are discarded. Payments in progress continue.
   *
   * `DELETE /agents/{agentId}`, permission MANAGE
   */
  deleteAgent: {
    method: "DELETE"
    params: {
      agentId: `Agent:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Update an agent's policy. Applies from the next decision. A new currency of the limits converts the usage, and the limits that are not in the request, at the current rate.
   *
   * `PATCH /agents/{agentId}/policy`, permission MANAGE
   */
  updateAgentPolicy: {
    method: "PATCH"
    params: {
      agentId: `Agent:${string}`
    }
    query: {}
    body: AgentPolicyUpdateRequest
    reply: Agent
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "AGENT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Evaluate an agent's policy. Returns the decision about a payment without executing, counting or logging it.
   *
   * `POST /agents/{agentId}/policy/evaluate`, permission VIEW
   */
  evaluateAgentPolicy: {
    method: "POST"
    params: {
      agentId: `Agent:${string}`
    }
    query: {}
    body: AgentPolicyQuestion
    reply: AgentPolicyAnswer
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "AGENT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Replace the device code. Invalidates earlier codes that were not redeemed. A connected agent stays connected until the new code is redeemed, which replaces its access token.
   *
   * `POST /agents/{agentId}/device-codes`, permission MANAGE
   */
  regenerateAgentDeviceCode: {
    method: "POST"
    params: {
      agentId: `Agent:${string}`
    }
    query: {}
    body: undefined
    reply: AgentDeviceCode
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get the status of a device code.
   *
   * `GET /agents/device-codes/{code}/status`, permission VIEW
   */
  getAgentDeviceCodeStatus: {
    method: "GET"
    params: {
      code: string
    }
    query: {}
    body: undefined
    reply: AgentDeviceCodeStatusResponse
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_DEVICE_CODE_NOT_FOUND"
    signed: false
  }
  /**
   * Redeem a device code. Needs no credentials except the code. The access token is only in this response, which is not repeated: if it is lost, the platform must replace the device code. The token is sent as `Authorization: Bearer`. It is valid until the agent is deleted or another code is redeemed.
   *
   * `POST /agents/device-codes/{code}/redeem`, permission DEVICE_CODE
   */
  redeemAgentDeviceCode: {
    method: "POST"
    params: {
      code: string
    }
    query: {}
    body: undefined
    reply: AgentDeviceCodeRedeemResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "AGENT_DEVICE_CODE_EXPIRED" | "AGENT_DEVICE_CODE_REDEEMED" | "AGENT_DEVICE_CODE_NOT_FOUND" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List pending actions. Oldest first. With `status`, actions of that status instead.
   *
   * `GET /agents/approvals`, permission VIEW
   */
  listAgentApprovals: {
    method: "GET"
    params: {}
    query: {
      agentId?: `Agent:${string}`
      customerId?: `Customer:${string}`
      status?: AgentActionStatus
      startDate?: string
      endDate?: string
      /** By creation */
      sortOrder?: "asc" | "desc"
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: AgentActionListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Approve an action. Executes the action. Policy, balances and resources are checked again, except for the rule that required approval. An action that cannot be executed is FAILED, and no money has moved. A payee becomes ACTIVE, and is added to `allowedPayees` if the policy lists payees. Idempotent.
   *
   * `POST /agents/{agentId}/actions/{actionId}/approve`, permission TRANSACT
   */
  approveAgentAction: {
    method: "POST"
    params: {
      agentId: `Agent:${string}`
      actionId: `AgentAction:${string}`
    }
    query: {}
    body: undefined
    reply: AgentAction
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_NOT_FOUND" | "AGENT_ACTION_NOT_FOUND" | "INVALID_STATE_TRANSITION" | "IDEMPOTENCY_KEY_IN_USE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Reject an action. Executes nothing, and removes a pending payee. Idempotent.
   *
   * `POST /agents/{agentId}/actions/{actionId}/reject`, permission TRANSACT
   */
  rejectAgentAction: {
    method: "POST"
    params: {
      agentId: `Agent:${string}`
      actionId: `AgentAction:${string}`
    }
    query: {}
    body: AgentActionRejectRequest | undefined
    reply: AgentAction
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_NOT_FOUND" | "AGENT_ACTION_NOT_FOUND" | "INVALID_STATE_TRANSITION" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List the audit log of agents. Newest first.
   *
   * `GET /agents/audit-log`, permission VIEW
   */
  listAgentAuditLog: {
    method: "GET"
    params: {}
    query: {
      agentId?: `Agent:${string}`
      decision?: AgentDecision
      startDate?: string
      endDate?: string
      /** By creation */
      sortOrder?: "asc" | "desc"
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: AgentAuditLogResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get the history of an agent. With its latest 20 actions and payments.
   *
   * `GET /agents/{agentId}/history`, permission VIEW
   */
  getAgentHistory: {
    method: "GET"
    params: {
      agentId: `Agent:${string}`
    }
    query: {}
    body: undefined
    reply: AgentHistory
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_NOT_FOUND"
    signed: false
  }
  /**
   * Get an action of an agent. Pending or decided.
   *
   * `GET /agents/actions/{actionId}`, permission VIEW
   */
  getAgentActionById: {
    method: "GET"
    params: {
      actionId: `AgentAction:${string}`
    }
    query: {}
    body: undefined
    reply: AgentAction
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_ACTION_NOT_FOUND"
    signed: false
  }
  /**
   * Get the calling agent.
   *
   * `GET /agents/me`, permission AGENT
   */
  getAgentMe: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: Agent
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Evaluate the policy. Returns the decision about a payment without executing, counting or logging it.
   *
   * `POST /agents/me/policy/evaluate`, permission AGENT
   */
  agentEvaluatePolicy: {
    method: "POST"
    params: {}
    query: {}
    body: AgentPolicyQuestion
    reply: AgentPolicyAnswer
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List the customer's internal accounts. Only accounts that the policy allows. Needs VIEW_TRANSACTIONS.
   *
   * `GET /agents/me/internal-accounts`, permission AGENT
   */
  agentListInternalAccounts: {
    method: "GET"
    params: {}
    query: {
      currency?: string
      type?: InternalAccountType
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: InternalAccountListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * List the customer's transactions. Only transactions from or to an account that the policy allows. Needs VIEW_TRANSACTIONS.
   *
   * `GET /agents/me/transactions`, permission AGENT
   */
  agentListTransactions: {
    method: "GET"
    params: {}
    query: {
      /** An account id or a UMA address */
      accountIdentifier?: string
      /** An account id or a UMA address */
      senderAccountIdentifier?: string
      /** An account id or a UMA address */
      receiverAccountIdentifier?: string
      status?: TransactionStatus
      type?: TransactionType
      reference?: string
      startDate?: string
      endDate?: string
      currency?: string
      /** In minor units of `currency`, which must be given too */
      minAmount?: number
      /** In minor units of `currency`, which must be given too */
      maxAmount?: number
      /** By creation */
      sortOrder?: "asc" | "desc"
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: TransactionListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a transaction of the customer. From or to an account that the policy allows. Needs VIEW_TRANSACTIONS.
   *
   * `GET /agents/me/transactions/{transactionId}`, permission AGENT
   */
  agentGetTransaction: {
    method: "GET"
    params: {
      transactionId: `Transaction:${string}`
    }
    query: {}
    body: undefined
    reply: Transaction
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "TRANSACTION_NOT_FOUND"
    signed: false
  }
  /**
   * List the customer's external accounts. Needs MANAGE_EXTERNAL_ACCOUNTS.
   *
   * `GET /agents/me/external-accounts`, permission AGENT
   */
  agentListExternalAccounts: {
    method: "GET"
    params: {}
    query: {
      currency?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: ExternalAccountListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * List payees. ACTIVE external accounts of the customer that the policy allows, and the UMA addresses that it lists. Empty for an agent without permission to pay. Needs no permission.
   *
   * `GET /agents/me/payees`, permission AGENT
   */
  agentListPayees: {
    method: "GET"
    params: {}
    query: {
      currency?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: AgentPayeeListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Register an external account for the customer. `customerId` is optional. Unless `newPayees` is AUTO, the account is PENDING, and cannot be paid, until the platform approves it; `GET /agents/me/actions` lists the pending action. Needs MANAGE_EXTERNAL_ACCOUNTS.
   *
   * `POST /agents/me/external-accounts`, permission AGENT
   */
  agentCreateExternalAccount: {
    method: "POST"
    params: {}
    query: {}
    body: ExternalAccountCreateRequest
    reply: ExternalAccount
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "INVALID_BANK_ACCOUNT" | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "USER_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get an external account of the customer. Needs MANAGE_EXTERNAL_ACCOUNTS.
   *
   * `GET /agents/me/external-accounts/{externalAccountId}`, permission AGENT
   */
  agentGetExternalAccount: {
    method: "GET"
    params: {
      externalAccountId: `ExternalAccount:${string}`
    }
    query: {}
    body: undefined
    reply: ExternalAccount
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "EXTERNAL_ACCOUNT_NOT_FOUND"
    signed: false
  }
  /**
   * Delete an external account of the customer. Payments to it that are in progress continue. Needs MANAGE_EXTERNAL_ACCOUNTS.
   *
   * `DELETE /agents/me/external-accounts/{externalAccountId}`, permission AGENT
   */
  agentDeleteExternalAccount: {
    method: "DELETE"
    params: {
      externalAccountId: `ExternalAccount:${string}`
    }
    query: {}
    body: undefined
    reply: undefined
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Create a quote. The source is an account of the customer; the destination is an account of the customer, internal or external, or a UMA address. Needs CREATE_QUOTES; `immediatelyExecute` also needs EXECUTE_QUOTES, and if the policy requires approval, the quote stays PENDING and an action waits.
   *
   * `POST /agents/me/quotes`, permission AGENT
   */
  agentCreateQuote: {
    method: "POST"
    params: {}
    query: {}
    body: QuoteRequest
    reply: Quote
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_AMOUNT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_UMA_ADDRESS" | "INSUFFICIENT_BALANCE" | "INVALID_RECEIVER" | "SELF_PAYMENT" | "MISSING_MANDATORY_USER_INFO" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "USER_NOT_FOUND" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "QUOTE_EXPIRED" | "QUOTE_ALREADY_EXECUTED" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get a quote of the agent. Only between accounts that the policy allows.
   *
   * `GET /agents/me/quotes/{quoteId}`, permission AGENT
   */
  agentGetQuote: {
    method: "GET"
    params: {
      quoteId: `Quote:${string}`
    }
    query: {}
    body: undefined
    reply: Quote
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "QUOTE_NOT_FOUND"
    signed: false
  }
  /**
   * Execute a quote of the agent. Executes immediately, or after the platform's approval, as the policy decides. If the source is an embedded wallet, its holder signs the quote's `payloadToSign`, even if approval is required; without a signature the response is 202. Needs EXECUTE_QUOTES.
   *
   * `POST /agents/me/quotes/{quoteId}/execute`, permission AGENT
   */
  agentExecuteQuote: {
    method: "POST"
    params: {
      quoteId: `Quote:${string}`
    }
    query: {}
    body: {} | undefined
    reply: AgentAction
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "INSUFFICIENT_BALANCE" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "USER_NOT_READY" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "QUOTE_NOT_FOUND" | "USER_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "QUOTE_EXPIRED" | "QUOTE_ALREADY_EXECUTED" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: true
  }
  /**
   * Transfer in. Between accounts of the customer, immediately or after approval. Needs CREATE_TRANSFERS.
   *
   * `POST /agents/me/transfer-in`, permission AGENT
   */
  agentCreateTransferIn: {
    method: "POST"
    params: {}
    query: {}
    body: TransferInRequest
    reply: AgentAction
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Transfer out. Between accounts of the customer, immediately or after approval. Needs CREATE_TRANSFERS.
   *
   * `POST /agents/me/transfer-out`, permission AGENT
   */
  agentCreateTransferOut: {
    method: "POST"
    params: {}
    query: {}
    body: AgentTransferOutRequest
    reply: AgentAction
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_AMOUNT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INSUFFICIENT_BALANCE" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * List the agent's actions. Newest first.
   *
   * `GET /agents/me/actions`, permission AGENT
   */
  agentListActions: {
    method: "GET"
    params: {}
    query: {
      status?: AgentActionStatus
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: AgentActionListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get an action of the agent.
   *
   * `GET /agents/me/actions/{actionId}`, permission AGENT
   */
  agentGetAction: {
    method: "GET"
    params: {
      actionId: `AgentAction:${string}`
    }
    query: {}
    body: undefined
    reply: AgentAction
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "AGENT_ACTION_NOT_FOUND"
    signed: false
  }
  /**
   * List events. Newest first: filters and `totalCount` cover the newest 10000 events of the time range. Use `createdBefore` for older ones. Events are listed whether or not an endpoint was set when they happened.
   *
   * `GET /events`, permission VIEW
   */
  listEvents: {
    method: "GET"
    params: {}
    query: {
      type?: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.EXPORTED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "AGENT_ACTION.PENDING_APPROVAL" | "TEST"
      resourceId?: string
      deliveryStatus?: EventDeliveryStatus
      createdAfter?: string
      createdBefore?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: EventListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get an event. With its body and its newest 100 attempts. Attempts are kept for 30 days, unless the installation sets another period.
   *
   * `GET /events/{eventId}`, permission VIEW
   */
  getEventById: {
    method: "GET"
    params: {
      eventId: `Webhook:${string}`
    }
    query: {}
    body: undefined
    reply: EventWithAttempts
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "EVENT_NOT_FOUND"
    signed: false
  }
  /**
   * Send an event again. Sends it to the current endpoint with new signatures, up to five times until it is accepted. The response to a resent INCOMING_PAYMENT.PENDING is ignored.
   *
   * `POST /events/{eventId}/resend`, permission MANAGE
   */
  resendEvent: {
    method: "POST"
    params: {
      eventId: `Webhook:${string}`
    }
    query: {}
    body: undefined
    reply: EventReplay
    errors: CommonErrorCode | "INVALID_INPUT" | "WEBHOOK_ENDPOINT_NOT_SET" | "UNAUTHORIZED" | "FORBIDDEN" | "EVENT_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Send events of a time range again. In order of creation, one after another, each until it is accepted; after five attempts at one event the replay stops. At most 10000 events, and one replay at a time: another is refused with 409 `CONFLICT`. Events that still wait for their first delivery are skipped. Those that happened without an endpoint are sent.
   *
   * `POST /events/replays`, permission MANAGE
   */
  replayEvents: {
    method: "POST"
    params: {}
    query: {}
    body: EventReplayRequest
    reply: EventReplay
    errors: CommonErrorCode | "INVALID_INPUT" | "WEBHOOK_ENDPOINT_NOT_SET" | "UNAUTHORIZED" | "FORBIDDEN" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get a replay.
   *
   * `GET /events/replays/{replayId}`, permission VIEW
   */
  getEventReplay: {
    method: "GET"
    params: {
      replayId: `EventReplay:${string}`
    }
    query: {}
    body: undefined
    reply: EventReplay
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "EVENT_REPLAY_NOT_FOUND"
    signed: false
  }
  /**
   * Wait for events. Long polling: the response comes with the first events that were committed since `position`, or empty after `wait` seconds. Each event comes once. Without `position` the response is empty, and its position is now. At most 20 callers wait at a time; further ones get 429.
   *
   * `GET /events/stream`, permission VIEW
   */
  streamEvents: {
    method: "GET"
    params: {}
    query: {
      /** `position` of the response before */
      position?: string
      type?: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.EXPORTED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "AGENT_ACTION.PENDING_APPROVAL" | "TEST"
      /** Seconds to wait for an event */
      wait?: number
    }
    body: undefined
    reply: EventStreamPage
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Sign an event for forwarding. The request with which the event would be sent to the endpoint now, with new signatures: for a program that forwards events to a server in development.
   *
   * `POST /events/{eventId}/signatures`, permission MANAGE
   */
  signEvent: {
    method: "POST"
    params: {
      eventId: `Webhook:${string}`
    }
    query: {}
    body: undefined
    reply: SignedEvent
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "EVENT_NOT_FOUND" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Report that an event was forwarded. Records an attempt with the response of the server that it was forwarded to. Only for events that happened without an endpoint; others are delivered to it, and answer 409 `CONFLICT`.
   *
   * `POST /events/{eventId}/acknowledgements`, permission MANAGE
   */
  acknowledgeEvent: {
    method: "POST"
    params: {
      eventId: `Webhook:${string}`
    }
    query: {}
    body: EventAcknowledgementRequest
    reply: EventAttempt
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "EVENT_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get the state of the webhook endpoint.
   *
   * `GET /webhook-endpoint`, permission VIEW
   */
  getWebhookEndpoint: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: WebhookEndpoint
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * List requests. Newest first. The newest 20000 of the platform are kept, for 7 days unless the installation sets another period; whether all requests are recorded, or only those that were refused, depends on the installation. Requests without valid credentials belong to no platform and are not recorded; neither are successful reads of the dashboard, of this log and of the event stream.
   *
   * `GET /requests`, permission VIEW
   */
  listApiRequests: {
    method: "GET"
    params: {}
    query: {
      operation?: string
      method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
      status?: number
      outcome?: ApiRequestOutcome
      errorCode?: string
      tokenId?: `Token:${string}`
      agentId?: `Agent:${string}`
      idempotencyKey?: string
      /** `X-Request-Id` of the response, and `details.requestId` of an error */
      requestId?: string
      createdAfter?: string
      createdBefore?: string
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: ApiRequestListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get a request. With its bodies. Only ids, times, amounts, currencies and values of fixed lists are recorded; every other value is `[redacted]`. Of an array the first 10 items are kept; a body of more than 8000 characters is left out.
   *
   * `GET /requests/{apiRequestId}`, permission VIEW
   */
  getApiRequestById: {
    method: "GET"
    params: {
      apiRequestId: `ApiRequest:${string}`
    }
    query: {}
    body: undefined
    reply: ApiRequestWithBodies
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "API_REQUEST_NOT_FOUND"
    signed: false
  }
  /**
   * Get the trial balance. From one snapshot of the database. In each currency, the amounts of all places sum to zero.
   *
   * `GET /ledger/trial-balance`, permission VIEW
   */
  getTrialBalance: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: TrialBalance
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get the money flow of the last day. Postings of the payments and purchases that were made in the last 24 hours, summed by the places that they connect.
   *
   * `GET /ledger/money-flow`, permission VIEW
   */
  getMoneyFlow: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: MoneyFlow
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * List postings. Those of the newest payments and purchases first. A page with a filter searches 20000 postings: it may have fewer items than its `limit` while `hasMore` is true. `totalCount` counts the newest 20000, and is marked as an estimate where there are more.
   *
   * `GET /ledger/postings`, permission VIEW
   */
  listPostings: {
    method: "GET"
    params: {}
    query: {
      accountId?: `InternalAccount:${string}`
      houseAccount?: HouseAccount
      currency?: string
      causeId?: `Transaction:${string}` | `CardTransaction:${string}`
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: PostingListResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get the statement of an internal account.
   *
   * `GET /internal-accounts/{id}/statement`, permission VIEW
   */
  getAccountStatement: {
    method: "GET"
    params: {
      id: `InternalAccount:${string}`
    }
    query: {
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: AccountStatement
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "INTERNAL_ACCOUNT_NOT_FOUND"
    signed: false
  }
  /**
   * Get the newest checkpoint of the ledger. Checkpoints seal the postings of all platforms.
   *
   * `GET /ledger/checkpoint`, permission VIEW
   */
  getLedgerCheckpoint: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: NewestLedgerCheckpoint
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Verify the ledger. Verifies the signatures and the chain of all checkpoints, and recomputes the postings of the newest 200.
   *
   * `GET /ledger/verification`, permission VIEW
   */
  verifyLedger: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: LedgerVerification
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get the connected rails.
   *
   * `GET /rails`, permission VIEW
   */
  getRails: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: RailsStatus
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Get the latest blocks of a chain.
   *
   * `GET /rails/{railId}/chain`, permission VIEW
   */
  getChain: {
    method: "GET"
    params: {
      /** Id of the rail */
      railId: string
    }
    query: {}
    body: undefined
    reply: ChainStatus
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"
    signed: false
  }
  /**
   * Get a block of a chain.
   *
   * `GET /rails/{railId}/chain/blocks/{number}`, permission VIEW
   */
  getChainBlock: {
    method: "GET"
    params: {
      /** Id of the rail */
      railId: string
      number: string
    }
    query: {}
    body: undefined
    reply: ChainBlock
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"
    signed: false
  }
  /**
   * Get a transaction of a chain.
   *
   * `GET /rails/{railId}/chain/transactions/{hash}`, permission VIEW
   */
  getChainTransaction: {
    method: "GET"
    params: {
      /** Id of the rail */
      railId: string
      hash: string
    }
    query: {}
    body: undefined
    reply: ChainTransaction
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"
    signed: false
  }
  /**
   * Get the system status.
   *
   * `GET /system`, permission VIEW
   */
  getSystemStatus: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: SystemStatus
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN"
    signed: false
  }
  /**
   * Fund an internal account. Simulates a deposit: an incoming transaction, completed immediately.
   *
   * `POST /sandbox/internal-accounts/{accountId}/fund`, permission TRANSACT
   */
  sandboxFundInternalAccount: {
    method: "POST"
    params: {
      accountId: `InternalAccount:${string}`
    }
    query: {}
    body: SandboxFundRequest
    reply: InternalAccount
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "INTERNAL_ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Open another internal account. Opens another account in a currency in which the customer already has one, for example to test the order of funding sources. Payments to the UMA address of the customer still go to the first account. In production the operator opens it with `causeway accounts create`.
   *
   * `POST /sandbox/internal-accounts`, permission TRANSACT
   */
  sandboxCreateInternalAccount: {
    method: "POST"
    params: {}
    query: {}
    body: SandboxInternalAccountCreateRequest
    reply: InternalAccount
    errors: CommonErrorCode | "INVALID_INPUT" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "NOT_FOUND" | "USER_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "CUSTOMER_DELETED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Fund a quote. Simulates the payment that a quote with real-time funding waits for. Any amount other than that of the quote is sent back, and the payment fails with FUNDING_AMOUNT_MISMATCH.
   *
   * `POST /sandbox/send`, permission TRANSACT
   */
  sandboxSend: {
    method: "POST"
    params: {}
    query: {}
    body: SandboxSendRequest
    reply: OutgoingTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "NOT_FOUND" | "QUOTE_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "QUOTE_EXPIRED" | "QUOTE_ALREADY_EXECUTED" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Receive a payment from a UMA address. Simulates a payment to a customer, named by UMA address or by id. If a webhook endpoint is set, the platform is asked for approval first.
   *
   * `POST /sandbox/uma/receive`, permission TRANSACT
   */
  sandboxReceive: {
    method: "POST"
    params: {}
    query: {}
    body: SandboxUmaReceiveRequest
    reply: IncomingTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_UMA_ADDRESS" | "UNAUTHORIZED" | "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "NOT_FOUND" | "USER_NOT_FOUND" | "UMA_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Send a test event. Sends one TEST event to the platform's webhook endpoint, signed like any other, and returns the response of the endpoint. It is not retried.
   *
   * `POST /sandbox/webhooks/test`, permission TRANSACT
   */
  sendTestWebhook: {
    method: "POST"
    params: {}
    query: {}
    body: {} | undefined
    reply: TestWebhookResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Send a test event (older path). The same as `POST /sandbox/webhooks/test`.
   *
   * `POST /webhooks/test`, permission TRANSACT
   */
  sendWebhookTest: {
    method: "POST"
    params: {}
    query: {}
    body: {} | undefined
    reply: TestWebhookResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Read the clock.
   *
   * `GET /sandbox/clock`, permission VIEW
   */
  getSandboxClock: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: SandboxClock
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"
    signed: false
  }
  /**
   * Move the clock forward. Returns when all jobs that came due are done, in order of their time. After some hundred objects, or five seconds, it returns with the rest of the work as `moving` and continues; `GET /sandbox/clock` shows the progress. Moves are made one after another.
   *
   * `POST /sandbox/clock/advance`, permission TRANSACT
   */
  advanceSandboxClock: {
    method: "POST"
    params: {}
    query: {}
    body: SandboxClockAdvanceRequest
    reply: SandboxClock
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Move the clock to a time. Forward only, and at most ten years of 365 days ahead of the clock.
   *
   * `POST /sandbox/clock/advance-to`, permission TRANSACT
   */
  advanceSandboxClockTo: {
    method: "POST"
    params: {}
    query: {}
    body: SandboxClockAdvanceToRequest
    reply: SandboxClock
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Move the clock to the next job. Without a scheduled job the clock stays where it is.
   *
   * `POST /sandbox/clock/next`, permission TRANSACT
   */
  advanceSandboxClockToNext: {
    method: "POST"
    params: {}
    query: {}
    body: {} | undefined
    reply: SandboxClock
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Stop the clock.
   *
   * `POST /sandbox/clock/freeze`, permission TRANSACT
   */
  freezeSandboxClock: {
    method: "POST"
    params: {}
    query: {}
    body: {} | undefined
    reply: SandboxClock
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Let the clock run.
   *
   * `POST /sandbox/clock/unfreeze`, permission TRANSACT
   */
  unfreezeSandboxClock: {
    method: "POST"
    params: {}
    query: {}
    body: {} | undefined
    reply: SandboxClock
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Get the first steps that were done.
   *
   * `GET /sandbox/first-steps`, permission VIEW
   */
  getFirstSteps: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: FirstSteps
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"
    signed: false
  }
  /**
   * Simulate a purchase. A merchant requests an authorization. The amount is held on the first funding source that covers it. A declined purchase is also 200: its status is EXCEPTION, with a `declineReason`. The last three characters of the descriptor choose the outcome.
   *
   * `POST /sandbox/cards/{id}/simulate/authorization`, permission TRANSACT
   */
  sandboxSimulateCardAuthorization: {
    method: "POST"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: SandboxCardAuthorizationRequest
    reply: CardTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CARD_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Simulate a clearing. The merchant clears an amount of a purchase that is AUTHORIZED or PARTIALLY_SETTLED. If it is less than the authorized amount, the rest stays held; if it is more, the excess is pulled too, and what the funding source cannot pay makes the purchase an EXCEPTION. Zero ends the purchase and releases the hold.
   *
   * `POST /sandbox/cards/{id}/simulate/clearing`, permission TRANSACT
   */
  sandboxSimulateCardClearing: {
    method: "POST"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: SandboxCardClearingRequest
    reply: CardTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "AMOUNT_OUT_OF_RANGE" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CARD_NOT_FOUND" | "CARD_TRANSACTION_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Simulate a return. The merchant refunds at most the cleared amount that is not refunded yet. A full refund makes the purchase REFUNDED.
   *
   * `POST /sandbox/cards/{id}/simulate/return`, permission TRANSACT
   */
  sandboxSimulateCardReturn: {
    method: "POST"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: SandboxCardReturnRequest
    reply: CardTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CARD_NOT_FOUND" | "CARD_TRANSACTION_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Simulate the reversal of a return. Undoes the refund of a purchase that is REFUNDED: the refunded amount is pulled again.
   *
   * `POST /sandbox/cards/{id}/simulate/return_reversal`, permission TRANSACT
   */
  sandboxSimulateCardReturnReversal: {
    method: "POST"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: SandboxCardReturnReversalRequest
    reply: CardTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CARD_NOT_FOUND" | "CARD_TRANSACTION_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Simulate a change of the authorized amount. The merchant changes the authorized total of a purchase that is AUTHORIZED or PARTIALLY_SETTLED. A higher total is an incremental authorization: it is refused unless the card is ACTIVE and the funding source covers it. A lower total is a partial reversal: the excess of the hold is released; if the new total is already cleared, the purchase is SETTLED.
   *
   * `POST /sandbox/cards/{id}/simulate/authorization_advice`, permission TRANSACT
   */
  sandboxSimulateCardAuthorizationAdvice: {
    method: "POST"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: SandboxCardAuthorizationAdviceRequest
    reply: CardTransaction
    errors: CommonErrorCode | "INVALID_INPUT" | "INSUFFICIENT_BALANCE" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CARD_NOT_FOUND" | "CARD_TRANSACTION_NOT_FOUND" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Simulate a balance inquiry. A merchant or ATM asks what the card could pay. No hold and no event is created.
   *
   * `POST /sandbox/cards/{id}/simulate/balance_inquiry`, permission TRANSACT
   */
  sandboxSimulateCardBalanceInquiry: {
    method: "POST"
    params: {
      id: `Card:${string}`
    }
    query: {}
    body: SandboxCardBalanceInquiryRequest
    reply: SandboxCardBalanceInquiryResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CARD_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
  /**
   * Read the inbox. Mails that were sent for the platform, newest first, since the process started. With `wait` the response waits for the first match.
   *
   * `GET /sandbox/inbox`, permission VIEW
   */
  listSandboxInbox: {
    method: "GET"
    params: {}
    query: {
      to?: string
      createdAfter?: string
      /** Seconds to wait for a mail if none matches */
      wait?: number
      /** Page size */
      limit?: number
      /** `nextCursor` of the previous page */
      cursor?: string
    }
    body: undefined
    reply: SandboxInboxResponse
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"
    signed: false
  }
  /**
   * Get the built-in webhook receiver. Set `url` as the `webhookEndpoint` to receive events without your own server. It answers 200 to every event whose two signatures are valid, and 401 to others; the newest 50 are kept while the process runs.
   *
   * `GET /sandbox/webhook-receiver`, permission VIEW
   */
  getSandboxWebhookReceiver: {
    method: "GET"
    params: {}
    query: {}
    body: undefined
    reply: SandboxWebhookReceiver
    errors: CommonErrorCode | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND"
    signed: false
  }
  /**
   * Create another platform. Creates a second tenant with nothing but its own accounts, to test the isolation of platforms or to start from scratch. Its secrets are only in this response. In production the operator creates platforms with `causeway platforms create`.
   *
   * `POST /sandbox/platforms`, permission TRANSACT
   */
  sandboxCreatePlatform: {
    method: "POST"
    params: {}
    query: {}
    body: SandboxPlatformCreateRequest
    reply: SandboxPlatform
    errors: CommonErrorCode | "INVALID_INPUT" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_KEY_REUSED" | "OUTCOME_UNKNOWN"
    signed: false
  }
}

/** An event as a webhook delivers it; `type` says which. */
export type WebhookEvent = OutgoingPaymentWebhook | IncomingPaymentWebhook | CustomerWebhook | InternalAccountStatusWebhook | ExternalAccountStatusWebhook | VerificationWebhook | InvitationClaimedWebhook | BulkUploadWebhook | CardStateChangeWebhook | CardFundingSourceChangeWebhook | CardTransactionWebhook | AgentActionWebhook | TestWebhookRequest

/** An external account, or an internal account of this platform */
export interface AccountDestination {
  destinationType: "ACCOUNT"
  accountId: `InternalAccount:${string}` | `ExternalAccount:${string}`
  paymentRail?: PaymentRail
}

/** The balance of an internal account, or money that is pulled from an external account */
export interface AccountQuoteSource {
  sourceType: "ACCOUNT"
  accountId: `InternalAccount:${string}` | `ExternalAccount:${string}`
  customerId?: `Customer:${string}`
}

export interface AccountStatement {
  account: InternalAccount
  ownerName: string
  /** Of the newest payments and purchases, newest first */
  entries: StatementEntry[]
  /** There are older entries */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** Newest first */
  holds: OpenHold[]
}

export interface AccountTransactionDestination {
  destinationType: "ACCOUNT"
  accountId: `InternalAccount:${string}` | `ExternalAccount:${string}`
  currency?: string
}

export interface AccountTransactionSource {
  sourceType: "ACCOUNT"
  accountId: `InternalAccount:${string}` | `ExternalAccount:${string}`
  currency?: string
}

/** A postal address */
export interface Address {
  line1: string
  line2?: string
  city?: string
  /** State, province or region */
  state?: string
  postalCode: string
  /** ISO 3166-1 alpha-2 */
  country: string
}

export interface AedBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence?: string
  address: Address
}

export interface AedExternalAccountCreateInfo {
  accountType: "AED_ACCOUNT"
  /** AE and 21 digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  beneficiary: AedBeneficiary | BusinessBeneficiary
}

export interface AedExternalAccountInfo {
  accountType: "AED_ACCOUNT"
  /** AE and 21 digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  beneficiary: AedBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface Agent {
  id: `Agent:${string}`
  name: string
  customerId: `Customer:${string}`
  /** A paused agent can only read */
  isPaused: boolean
  /** A program has redeemed a device code and holds the access token */
  isConnected: boolean
  policy: AgentPolicy
  usage: AgentUsage
  createdAt: string
  updatedAt: string
}

export interface AgentAccountRestrictions {
  /** Internal accounts that the agent may use; null or absent: all accounts of the customer */
  allowedAccountIds?: (`InternalAccount:${string}`)[] | null
  accountRules?: AgentAccountRule[]
}

/** Rules for one account, instead of the general ones */
export interface AgentAccountRule {
  accountId: `InternalAccount:${string}`
  executionMode?: AgentExecutionMode
  /** In the currency of the spending limits; null: the general limit */
  perTransactionLimit?: number | null
}

/** `approvalRule` is the rule that required approval. `transaction` is set when execution has begun; it has the status of the payment. */
export interface AgentAction {
  id: `AgentAction:${string}`
  agentId: `Agent:${string}`
  customerId: `Customer:${string}`
  platformCustomerId: string
  status: AgentActionStatus
  type: AgentActionType
  createdAt: string
  updatedAt: string
  quote?: Quote
  transferDetails?: AgentTransferDetails
  externalAccount?: ExternalAccount
  transaction?: Transaction
  approvalRule?: AgentRule
  /** Reason given by the platform */
  rejectionReason?: string
  /** Error code, or failure reason of the transaction */
  failureReason?: string
}

export interface AgentActionListResponse {
  data: AgentAction[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface AgentActionRejectRequest {
  /** Shown to the agent */
  reason?: string
}

/**
 * - `PENDING_APPROVAL`: The agent has requested it; the platform has not decided.
 * - `APPROVED`: Approved by the policy or the platform, and executed. Its transaction has the outcome.
 * - `REJECTED`: The platform rejected it. Nothing was executed.
 * - `FAILED`: Approved, but it could not be executed. No money has moved.
 */
export type AgentActionStatus = "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "FAILED"

/** ADD_EXTERNAL_ACCOUNT: the agent has registered a payee, which cannot be paid before the approval */
export type AgentActionType = "EXECUTE_QUOTE" | "TRANSFER_OUT" | "TRANSFER_IN" | "ADD_EXTERNAL_ACCOUNT"

export interface AgentActionWebhook {
  id: `Webhook:${string}`
  type: "AGENT_ACTION.PENDING_APPROVAL"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: AgentAction
}

/** External payees that the agent may pay. `accountRestrictions` applies to internal accounts. */
export interface AgentAllowedPayees {
  scope: AgentPayeeScope
  /** Required with LISTED, and absent otherwise */
  payees?: (`ExternalAccount:${string}`)[]
}

/** An amount requires a currency */
export interface AgentApprovalThresholds {
  currency?: string
  /** A larger payment requires approval; null: no threshold */
  amount?: number | null
}

/** Never changed or removed, even when the agent is deleted */
export interface AgentAuditEntry {
  id: `AgentAuditEntry:${string}`
  agentId: `Agent:${string}`
  /** Counts the entries of one agent from 1, without gaps */
  sequence: number
  createdAt: string
  /** Caller: `Agent:…`, `Token:…`, `DeviceCode`, `Dashboard`, `Operator` (a freeze), or `Sandbox` for seed data */
  actor: string
  /** operationId of the request */
  operation: string
  decision?: AgentDecision
  rule?: AgentRule
  outcome: "DONE" | "WAITING" | "REFUSED" | "FAILED"
  errorCode?: string
  actionId?: `AgentAction:${string}`
  quoteId?: `Quote:${string}`
  transactionId?: `Transaction:${string}`
  amount?: CurrencyAmount
  /** The entry as the text that was hashed */
  content: string
  /** `hash` of the previous entry; 64 zeros for the first */
  previousHash: string
  /** SHA-256 of the concatenation of `previousHash` and `content`, in hex */
  hash: string
}

export interface AgentAuditLogResponse {
  data: AgentAuditEntry[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface AgentCreateRequest {
  name: string
  customerId: `Customer:${string}`
  policy: AgentPolicyRequest
}

export interface AgentCreateResponse {
  agent: Agent
  deviceCode: AgentDeviceCode
}

/** ALLOW: executed immediately. ASK: waits for approval. DENY: refused. */
export type AgentDecision = "ALLOW" | "ASK" | "DENY"

/** The program that redeems it becomes the agent. It can be redeemed once, within 24 hours */
export interface AgentDeviceCode {
  code: string
  agentId: `Agent:${string}`
  expiresAt: string
  redeemed: boolean
}

export interface AgentDeviceCodeRedeemResponse {
  agentId: `Agent:${string}`
  agentName: string
  /** `agt_` and 64 hex characters */
  accessToken: string
  policy: AgentPolicy
}

export interface AgentDeviceCodeStatusResponse {
  code: string
  redeemed: boolean
  expiresAt: string
}

/** AUTO: payments are executed immediately, unless a threshold requires approval. APPROVAL_REQUIRED: every payment requires approval. */
export type AgentExecutionMode = "AUTO" | "APPROVAL_REQUIRED"

export interface AgentHistory {
  agent: Agent
  /** Newest first */
  actions: AgentAction[]
  /** Newest first */
  payments: Transaction[]
}

export interface AgentListResponse {
  data: Agent[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/** APPROVAL_REQUIRED: an external account that the agent registers is PENDING, and cannot be paid, until the platform approves it. AUTO: it is ACTIVE immediately. Absent: APPROVAL_REQUIRED. */
export type AgentNewPayees = "APPROVAL_REQUIRED" | "AUTO"

/** An external account, without its bank details, or a UMA address */
export interface AgentPayee {
  type: AgentPayeeType
  externalAccountId?: `ExternalAccount:${string}`
  /** Universal Money Address: `$name@domain` */
  umaAddress?: string
  /** Name of the beneficiary, if given */
  name?: string
  currency?: string
  accountType?: string
  /** Last characters of the account number or address */
  identifierEnding?: string
}

export interface AgentPayeeListResponse {
  data: AgentPayee[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/**
 * - `ANY`: every external account of the customer and every UMA address
 * - `EXISTING`: every external account of the customer, and no UMA address
 * - `LISTED`: only those in `payees`
 */
export type AgentPayeeScope = "ANY" | "EXISTING" | "LISTED"

export type AgentPayeeType = "EXTERNAL_ACCOUNT" | "UMA_ADDRESS"

/** Operations that an agent may request. No permission implies another. */
export type AgentPermission = "VIEW_TRANSACTIONS" | "CREATE_TRANSFERS" | "CREATE_QUOTES" | "EXECUTE_QUOTES" | "MANAGE_EXTERNAL_ACCOUNTS"

/** An agent without permissions can do nothing */
export interface AgentPolicy {
  permissions: AgentPermission[]
  defaultExecutionMode: AgentExecutionMode
  spendingLimits: AgentSpendingLimits
  accountRestrictions?: AgentAccountRestrictions
  approvalThresholds?: AgentApprovalThresholds
  /** A payment requires approval if it raises the sum of the UTC day above this amount, in minor units of the spending limits' currency; null: no threshold */
  dailyApprovalThreshold?: number | null
  allowedPayees?: AgentAllowedPayees
  newPayees?: AgentNewPayees
}

/** `amount` is the usage that the payment would count as, in the currency of the spending limits */
export interface AgentPolicyAnswer {
  decision: AgentDecision
  rule?: AgentRule
  /** The decision as a sentence */
  message: string
  amount: CurrencyAmount
}

/** A payment that the agent might request; without `payee`, to a payee that the policy allows */
export interface AgentPolicyQuestion {
  type: "EXECUTE_QUOTE" | "TRANSFER_OUT" | "TRANSFER_IN"
  accountId: `InternalAccount:${string}`
  /** Minor units of the account's currency, fees included */
  amount: number
  /** Id of an external account of the customer, or a UMA address */
  payee?: `ExternalAccount:${string}`
}

/** The default execution mode is AUTO */
export interface AgentPolicyRequest {
  permissions: AgentPermission[]
  defaultExecutionMode?: AgentExecutionMode
  spendingLimits: AgentSpendingLimits
  accountRestrictions?: AgentAccountRestrictions
  approvalThresholds?: AgentApprovalThresholds
  /** A payment requires approval if it raises the sum of the UTC day above this amount, in minor units of the spending limits' currency; null: no threshold */
  dailyApprovalThreshold?: number | null
  allowedPayees?: AgentAllowedPayees
  newPayees?: AgentNewPayees
}

/** Absent fields are unchanged. Limits are changed one by one; null removes a limit. Permissions, account restrictions, thresholds and payees are replaced as a whole. */
export interface AgentPolicyUpdateRequest {
  permissions?: AgentPermission[]
  defaultExecutionMode?: AgentExecutionMode
  spendingLimits?: AgentSpendingLimitsUpdate
  accountRestrictions?: AgentAccountRestrictions
  approvalThresholds?: AgentApprovalThresholds
  /** A payment requires approval if it raises the sum of the UTC day above this amount, in minor units of the spending limits' currency; null: no threshold */
  dailyApprovalThreshold?: number | null
  allowedPayees?: AgentAllowedPayees
  newPayees?: AgentNewPayees
}

/**
 * - `AGENT_PAUSED`: The agent is paused
 * - `PERMISSION`: The policy does not grant the agent this permission
 * - `ACCOUNT_NOT_ALLOWED`: The policy does not allow the agent to use this account
 * - `PAYEE_NOT_ALLOWED`: The policy does not allow the agent to pay this payee
 * - `PER_TRANSACTION_LIMIT`: The payment exceeds the limit for one payment
 * - `DAILY_TRANSACTION_LIMIT`: The agent has reached its number of payments for the day
 * - `DAILY_LIMIT`: The payment exceeds the remaining daily limit
 * - `MONTHLY_LIMIT`: The payment exceeds the remaining monthly limit
 * - `EXECUTION_MODE`: The policy requires approval of every payment
 * - `APPROVAL_THRESHOLD`: The payment exceeds the amount above which the policy requires approval
 * - `DAILY_APPROVAL_THRESHOLD`: The payment raises the sum of the day above the amount above which the policy requires approval
 * - `NEW_PAYEE`: The policy requires approval of every payee that the agent registers
 */
export type AgentRule = "AGENT_PAUSED" | "PERMISSION" | "ACCOUNT_NOT_ALLOWED" | "PAYEE_NOT_ALLOWED" | "PER_TRANSACTION_LIMIT" | "DAILY_TRANSACTION_LIMIT" | "DAILY_LIMIT" | "MONTHLY_LIMIT" | "EXECUTION_MODE" | "APPROVAL_THRESHOLD" | "DAILY_APPROVAL_THRESHOLD" | "NEW_PAYEE"

/** All amounts are minor units of `currency` */
export interface AgentSpendingLimits {
  currency: string
  /** Largest payment, fees included; in minor units */
  perTransactionLimit: number
  /** Largest sum of the payments of a UTC day; null: no limit */
  dailyLimit?: number | null
  /** Largest number of payments in a UTC day; absent: no limit */
  dailyTransactionLimit?: number
  /** Largest sum of the payments of a UTC month; null: no limit */
  monthlyLimit?: number | null
}

export interface AgentSpendingLimitsUpdate {
  /** Largest payment, fees included; in minor units */
  perTransactionLimit?: number
  /** Largest sum of the payments of a UTC day; null: no limit */
  dailyLimit?: number | null
  /** Largest number of payments in a UTC day; absent: no limit */
  dailyTransactionLimit?: number
  /** Largest sum of the payments of a UTC month; null: no limit */
  monthlyLimit?: number | null
  currency?: string
}

export interface AgentTransferDetails {
  /** In minor units */
  amount: number
  currency: string
  sourceAccountId: `InternalAccount:${string}` | `ExternalAccount:${string}`
  destinationAccountId: `InternalAccount:${string}` | `ExternalAccount:${string}`
}

export interface AgentTransferOutRequest {
  source: InternalAccountReference
  destination: ExternalAccountReference
  /** In minor units; absent: the whole available balance */
  amount?: number
}

export interface AgentUpdateRequest {
  name?: string
  isPaused?: boolean
}

/** Usage of the limits, in minor units of their currency. Failed payments do not count. The reset date and month (UTC) are the next ones. */
export interface AgentUsage {
  dailyTransactionCount: number
  dailySpend: number
  dailyResetDate: string
  monthlySpend: number
  monthlyResetMonth: string
}

export interface ApiRequest {
  id: `ApiRequest:${string}`
  /** `X-Request-Id` of the response, and `details.requestId` of an error */
  requestId: string
  createdAt: string
  operation: string
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** After the version; ids are shown, other parameters are redacted */
  path: string
  status: number
  outcome: ApiRequestOutcome
  durationMs: number
  tokenId?: `Token:${string}`
  agentId?: `Agent:${string}`
  /** Name of the token or operator; `Dashboard` for the dashboard of the sandbox */
  callerName?: string
  idempotencyKey?: string
  /** The response is that of an earlier request with this Idempotency-Key */
  isReplayed: boolean
  errorCode?: string
}

export interface ApiRequestListResponse {
  data: ApiRequest[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/**
 * - `SUCCEEDED`: The status is below 400.
 * - `REFUSED`: The status is 4xx.
 * - `FAILED`: The status is 5xx.
 */
export type ApiRequestOutcome = "SUCCEEDED" | "REFUSED" | "FAILED"

export interface ApiRequestWithBodies {
  id: `ApiRequest:${string}`
  /** `X-Request-Id` of the response, and `details.requestId` of an error */
  requestId: string
  createdAt: string
  operation: string
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** After the version; ids are shown, other parameters are redacted */
  path: string
  status: number
  outcome: ApiRequestOutcome
  durationMs: number
  tokenId?: `Token:${string}`
  agentId?: `Agent:${string}`
  /** Name of the token or operator; `Dashboard` for the dashboard of the sandbox */
  callerName?: string
  idempotencyKey?: string
  /** The response is that of an earlier request with this Idempotency-Key */
  isReplayed: boolean
  errorCode?: string
  query?: Record<string, unknown>
  /** Absent when there was none, or it was a form */
  requestBody?: unknown
  responseBody?: unknown
}

export interface ApiToken {
  id: `Token:${string}`
  name: string
  permissions: Permission[]
  /** User name for HTTP Basic authentication */
  clientId: string
  createdAt: string
  updatedAt: string
  /** In reads: when it was last used, to about five minutes; absent: not yet */
  lastUsedAt?: string
  /** Password for HTTP Basic authentication; shown once, when the token is created or its secret rotated */
  clientSecret?: string
  /** When the token expires; absent: never */
  expiresAt?: string
  /** IPv4 and IPv6 addresses and networks (CIDR) from which the token may be used; empty or absent: from anywhere */
  allowedAddresses?: string[]
  /** Until this time the secret before the last rotation also works; absent: it no longer does */
  previousSecretExpiresAt?: string
}

export interface ApiTokenCreateRequest {
  name: string
  permissions: Permission[]
  /** When the token expires; absent: never */
  expiresAt?: string
  /** IPv4 and IPv6 addresses and networks (CIDR) from which the token may be used; empty or absent: from anywhere */
  allowedAddresses?: string[]
}

export interface ApiTokenRotateSecretRequest {
  /** Until this time the previous secret also works; a time in the past ends it immediately. Default: in 24 hours */
  previousSecretExpiresAt?: string
}

export interface ApiTokenUpdateRequest {
  name?: string
  /** When the token expires; null: never */
  expiresAt?: string | null
  /** IPv4 and IPv6 addresses and networks (CIDR) from which the token may be used; empty or absent: from anywhere */
  allowedAddresses?: string[]
}

export interface ApprovePaymentRequest {
  /** Details of the receiver that were requested, by field name */
  receiverCustomerInfo?: Record<string, unknown>
}

export interface Attention {
  /** Oldest first */
  items: AttentionItem[]
}

export interface AttentionItem {
  reason: string
  since: string
  /** Command that resolves it */
  command?: string
  paymentId?: `Transaction:${string}`
  cardId?: `Card:${string}`
}

export type AuthCredentialChallenge = EmailOtpAuthMethod | PasskeyAuthChallenge

export interface AuthCredentialChallengeRequest {
  /** A new P-256 public key of the client, uncompressed SEC1 as hex. Secrets in the reply are sealed to it */
  clientPublicKey?: string
}

export type AuthCredentialCreateRequest = EmailOtpCredentialCreateRequest | OauthCredentialCreateRequest | PasskeyCredentialCreateRequest

export interface AuthCredentialListResponse {
  data: AuthMethod[]
}

export type AuthCredentialVerifyRequest = EmailOtpCredentialVerifyRequest | OauthCredentialVerifyRequest | PasskeyCredentialVerifyRequest

/** A credential of an embedded wallet */
export interface AuthMethod {
  id: `AuthMethod:${string}`
  type: AuthMethodType
  accountId: `InternalAccount:${string}`
  /** PASSKEY only: WebAuthn's rawId, base64url */
  credentialId?: string
  /** EMAIL_OTP: the address. OAUTH: the email claim of the token. PASSKEY: the name given at registration */
  nickname: string
  createdAt: string
  updatedAt: string
}

/** Kind of credential */
export type AuthMethodType = "OAUTH" | "EMAIL_OTP" | "PASSKEY"

export interface AuthSession {
  id: `Session:${string}`
  accountId: `InternalAccount:${string}`
  type: AuthMethodType
  /** PASSKEY only: rawId, base64url */
  credentialId?: string
  /** Nickname of the credential that opened the session */
  nickname: string
  /** The private key of the session, sealed to `clientPublicKey` by HPKE: base58check of encapsulated key, ciphertext and tag. Returned once, when the session is opened */
  encryptedSessionSigningKey?: string
  expiresAt: string
  createdAt: string
  updatedAt: string
}

export interface AuthSessionRefreshRequest {
  /** A new P-256 public key of the client, uncompressed SEC1 as hex. Secrets in the reply are sealed to it */
  clientPublicKey: string
}

/** As SignedRequestChallenge, with the kind of credential that it concerns */
export interface AuthSignedRequestChallenge {
  /** Sign these exact bytes with the key of a session of the wallet: ECDSA P-256 with SHA-256 */
  payloadToSign: string
  requestId: `Request:${string}`
  expiresAt: string
  type: AuthMethodType
}

export interface BaseWalletExternalAccountInfo {
  accountType: "BASE_WALLET"
  /** 0x and 40 hexadecimal digits */
  address: string
  beneficiary?: IndividualBeneficiary | BusinessBeneficiary
}

export interface BdtExternalAccountCreateInfo {
  accountType: "BDT_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Name of the bank */
  bankName?: string
  /** 5 digits */
  branchCode?: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface BdtExternalAccountInfo {
  accountType: "BDT_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Name of the bank */
  bankName?: string
  /** 5 digits */
  branchCode?: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
}

/** A person who owns or controls a business */
export interface BeneficialOwner {
  id: `BeneficialOwner:${string}`
  customerId: `Customer:${string}`
  roles: BeneficialOwnerRole[]
  ownershipPercentage: number
  personalInfo: BeneficialOwnerPersonalInfo
  kycStatus: KycStatus
  createdAt: string
  updatedAt: string
}

export interface BeneficialOwnerCreateRequest {
  customerId: `Customer:${string}`
  roles: BeneficialOwnerRole[]
  ownershipPercentage: number
  personalInfo: BeneficialOwnerPersonalInfo
}

export interface BeneficialOwnerListResponse {
  data: BeneficialOwner[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface BeneficialOwnerPersonalInfo {
  firstName: string
  lastName: string
  birthDate: string
  /** ISO 3166-1 alpha-2 */
  nationality: string
  address: Address
  idType: IdentificationType
  /** Identification number of the type that `idType` states */
  identifier: string
  middleName?: string
  email?: string
  /** E.164 */
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfIssuance?: string
}

export interface BeneficialOwnerPersonalInfoUpdate {
  firstName?: string
  lastName?: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  address?: Address
  idType?: IdentificationType
  /** Identification number of the type that `idType` states */
  identifier?: string
  middleName?: string
  email?: string
  /** E.164 */
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfIssuance?: string
}

export type BeneficialOwnerRole = "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER"

export interface BeneficialOwnerUpdateRequest {
  roles?: BeneficialOwnerRole[]
  ownershipPercentage?: number
  personalInfo?: BeneficialOwnerPersonalInfoUpdate
}

/** Whether the name of the beneficiary matches the name at the bank */
export type BeneficiaryVerificationStatus = "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING"

/** The owner according to the bank */
export interface BeneficiaryVerifiedData {
  fullName?: string
}

export interface BrlExternalAccountCreateInfo {
  accountType: "BRL_ACCOUNT"
  /** What the owner has registered as the key */
  pixKey: string
  /** Kind of Pix key */
  pixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM"
  /** Tax number of the owner: 11 to 14 digits */
  taxId: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface BrlExternalAccountInfo {
  accountType: "BRL_ACCOUNT"
  /** What the owner has registered as the key */
  pixKey: string
  /** Kind of Pix key */
  pixKeyType: "CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM"
  /** Tax number of the owner: 11 to 14 digits */
  taxId: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("PIX")[]
}

/** Why a row, or the whole file, was not imported */
export interface BulkCustomerImportErrorEntry {
  /** The `platformCustomerId` of the row, otherwise `row_<n>`: rows are numbered from 1, `row_0` is the header */
  correlationId: string
  /** The code that `POST /customers` would have returned */
  code?: string
  /** Human-readable; the wording may change */
  message?: string
  details?: {
    /** All faults of the row; fields are columns */
    errors?: FieldError[]
  }
}

export interface BulkCustomerImportJob {
  id: `Job:${string}`
  status: BulkCustomerImportStatus
  progress: {
    /** Rows of the file without the header; 0 until the file has been inspected */
    total: number
    /** Rows processed */
    processed: number
    /** Customers created */
    successful: number
    /** Rows that were not imported */
    failed: number
  }
  /** The first 1000; `progress.failed` counts all of them */
  errors?: BulkCustomerImportErrorEntry[]
  completedAt?: string
}

export interface BulkCustomerImportJobAccepted {
  jobId: `Job:${string}`
  status: "PENDING" | "PROCESSING"
}

export interface BulkCustomerImportRequest {
  /** CSV in UTF-8, separated by commas, with a header; at most 100 MB */
  file: Blob
}

/**
 * - `PENDING`: The file is stored and waits to be checked.
 * - `PROCESSING`: The rows are being imported, some at a time.
 * - `COMPLETED`: Every row was processed; those that were not imported are in `errors`.
 * - `FAILED`: The file could not be read as a whole; no customer was created from it.
 */
export type BulkCustomerImportStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED"

export interface BulkUploadWebhook {
  id: `Webhook:${string}`
  type: "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: BulkCustomerImportJob
}

export interface BusinessBeneficiary {
  beneficiaryType: "BUSINESS"
  legalName: string
  registrationNumber?: string
  taxId?: string
  email?: string
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence?: string
  address?: Address
}

export interface BusinessCustomer {
  id: `Customer:${string}`
  /** The platform's own id of the customer */
  platformCustomerId: string
  /** Universal Money Address: `$name@domain` */
  umaAddress: string
  /** Jurisdiction of the customer, ISO 3166-1 alpha-2; fixed when the customer is created */
  region?: string
  /** Currencies that the customer holds, sends and receives */
  currencies?: string[]
  email?: string
  createdAt: string
  updatedAt: string
  isDeleted: boolean
  customerType: "BUSINESS"
  kybStatus: KybStatus
  address?: Address
  businessInfo?: BusinessInfo
  /** Oldest first. Present in replies, absent from events */
  beneficialOwners?: BeneficialOwner[]
}

export interface BusinessCustomerCreateRequest {
  customerType: "BUSINESS"
  /** The platform's own id of the customer */
  platformCustomerId?: string
  /** Jurisdiction of the customer, ISO 3166-1 alpha-2; fixed when the customer is created */
  region?: string
  email?: string
  /** Universal Money Address: `$name@domain` */
  umaAddress?: string
  /** Currencies that the customer holds, sends and receives */
  currencies?: string[]
  address?: Address
  businessInfo?: BusinessInfo
}

export interface BusinessCustomerUpdateRequest {
  customerType: "BUSINESS"
  email?: string
  /** Universal Money Address: `$name@domain` */
  umaAddress?: string
  /** Currencies that the customer holds, sends and receives */
  currencies?: string[]
  address?: Address
  businessInfo?: BusinessInfoUpdate
}

export interface BusinessInfo {
  legalName: string
  doingBusinessAs?: string
  /** ISO 3166-1 alpha-2 */
  country?: string
  registrationNumber?: string
  incorporatedOn?: string
  entityType?: EntityType
  taxId?: string
  countriesOfOperation?: string[]
  businessType?: BusinessType
  purposeOfAccount?: PurposeOfAccount
  sourceOfFunds?: string
  expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000"
  expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M"
  expectedRecipientJurisdictions?: string[]
}

export interface BusinessInfoUpdate {
  legalName?: string
  doingBusinessAs?: string
  /** ISO 3166-1 alpha-2 */
  country?: string
  registrationNumber?: string
  incorporatedOn?: string
  entityType?: EntityType
  taxId?: string
  countriesOfOperation?: string[]
  businessType?: BusinessType
  purposeOfAccount?: PurposeOfAccount
  sourceOfFunds?: string
  expectedMonthlyTransactionCount?: "COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000"
  expectedMonthlyTransactionVolume?: "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M"
  expectedRecipientJurisdictions?: string[]
}

/** Sector, after NAICS */
export type BusinessType = "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING" | "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION" | "UTILITIES" | "CONSTRUCTION" | "MANUFACTURING" | "WHOLESALE_TRADE" | "RETAIL_TRADE" | "TRANSPORTATION_AND_WAREHOUSING" | "INFORMATION" | "FINANCE_AND_INSURANCE" | "REAL_ESTATE_AND_RENTAL_AND_LEASING" | "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES" | "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES" | "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES" | "EDUCATIONAL_SERVICES" | "HEALTH_CARE_AND_SOCIAL_ASSISTANCE" | "ARTS_ENTERTAINMENT_AND_RECREATION" | "ACCOMMODATION_AND_FOOD_SERVICES" | "OTHER_SERVICES" | "PUBLIC_ADMINISTRATION"

export interface BwpExternalAccountCreateInfo {
  accountType: "BWP_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface BwpExternalAccountInfo {
  accountType: "BWP_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

export interface CadBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence?: string
  address?: Address
  registrationNumber?: string
}

export interface CadExternalAccountCreateInfo {
  accountType: "CAD_ACCOUNT"
  /** 3 digits */
  bankCode: string
  /** 5 digits */
  branchCode: string
  /** 7 to 12 digits */
  accountNumber: string
  beneficiary: CadBeneficiary | BusinessBeneficiary
}

export interface CadExternalAccountInfo {
  accountType: "CAD_ACCOUNT"
  /** 3 digits */
  bankCode: string
  /** 5 digits */
  branchCode: string
  /** 7 to 12 digits */
  accountNumber: string
  beneficiary: CadBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

/** The fields that the issuer sets (brand, last4, expiry, issuerRef) are absent until the card is ACTIVE. */
export interface Card {
  id: `Card:${string}`
  cardholderId: `Customer:${string}`
  /** The platform's own id of the card */
  platformCardId?: string
  state: CardState
  stateReason?: CardStateReason | null
  form: CardForm
  /** Accounts of the cardholder, all in the card's currency, USD or USDB. The first one that covers the whole purchase pays for it */
  fundingSources: (`InternalAccount:${string}`)[]
  currency?: string
  /** Maximum of one purchase, in minor units of the card's currency; a purchase above it is declined. Increments count towards it. null: no cap */
  maxSpendPerTransaction: number | null
  brand?: CardBrand
  last4?: string
  expMonth?: number
  expYear?: number
  /** The issuer's page with card number, security code and expiry, for display in a frame. The service stores none of them. The URL expires within minutes and is returned only by `GET /cards/{id}`, to a token with TRANSACT: request it when it is shown */
  panEmbedUrl?: string
  /** The issuer's reference */
  issuerRef?: string
  createdAt: string
  updatedAt: string
}

export type CardBrand = "VISA" | "MASTERCARD"

export interface CardCreateRequest {
  cardholderId: `Customer:${string}`
  form: CardForm
  /** Accounts of the cardholder, all in the card's currency, USD or USDB. The first one that covers the whole purchase pays for it */
  fundingSources: (`InternalAccount:${string}`)[]
  /** The platform's own id of the card */
  platformCardId?: string
  /** Maximum of one purchase, in minor units of the card's currency; a purchase above it is declined. Increments count towards it */
  maxSpendPerTransaction?: number
}

/**
 * - `INSUFFICIENT_FUNDS`: No funding source covers the whole amount.
 * - `CARD_PAUSED`: The card is FROZEN.
 * - `CARD_CLOSED`: The card is CLOSED.
 * - `CARD_NOT_ISSUED`: The issuer has not provided the card yet.
 * - `CARDHOLDER_NOT_APPROVED`: The cardholder is no longer approved.
 * - `FUNDING_SOURCE_NOT_ACTIVE`: None of the funding sources is ACTIVE.
 * - `FUNDING_SOURCE_NOT_AUTHORIZED`: No other funding source covers the whole amount, and the holder of a wallet among them has not consented to the card.
 * - `SPENDING_LIMIT_EXCEEDED`: The amount exceeds `maxSpendPerTransaction` of the card.
 */
export type CardDeclineReason = "INSUFFICIENT_FUNDS" | "CARD_PAUSED" | "CARD_CLOSED" | "CARD_NOT_ISSUED" | "CARDHOLDER_NOT_APPROVED" | "FUNDING_SOURCE_NOT_ACTIVE" | "FUNDING_SOURCE_NOT_AUTHORIZED" | "SPENDING_LIMIT_EXCEEDED"

export type CardForm = "VIRTUAL"

export interface CardFundingSourceChangeWebhook {
  id: `Webhook:${string}`
  type: "CARD.FUNDING_SOURCE_CHANGE"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: Card
}

/** `sums` are totals over all purchases */
export interface CardHistory {
  card: Card
  holderName: string
  sums: PurchaseSums
  /** Newest first */
  purchases: Purchase[]
  hasMorePurchases: boolean
  events: DeliveredEvent[]
}

export interface CardListResponse {
  data: Card[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface CardMerchant {
  /** Merchant name as on the statement */
  descriptor: string
  /** Merchant category, ISO 18245 */
  mcc?: string
  /** ISO 3166-1 alpha-2 */
  country?: string
}

export interface CardPullSummary {
  count: number
  /** Held at or debited from the funding source, in its minor units; excludes failed pulls */
  totalAmount: number
  /** Unconfirmed pulls */
  pendingCount?: number
}

export interface CardRefundSummary {
  count: number
  /** Returned by the merchant */
  totalAmount: number
}

export interface CardSettlementSummary {
  count: number
  /** Cleared by the merchant */
  totalAmount: number
}

/**
 * - `PENDING_ISSUE`: The issuer is provisioning it.
 * - `ACTIVE`: It authorizes purchases.
 * - `FROZEN`: It declines purchases. Clearings and refunds of earlier purchases are still processed.
 * - `CLOSED`: It declines purchases permanently. Clearings and refunds of earlier purchases are still processed.
 * - `PENDING_KYC`: Not used: a card is issued to approved customers only.
 */
export type CardState = "PENDING_ISSUE" | "ACTIVE" | "FROZEN" | "CLOSED" | "PENDING_KYC"

export interface CardStateChangeWebhook {
  id: `Webhook:${string}`
  type: "CARD.STATE_CHANGE"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: Card
}

/** Why a card is CLOSED */
export type CardStateReason = "ISSUER_REJECTED" | "CLOSED_BY_PLATFORM" | "CLOSED_BY_SERVICE" | "CLOSED_BY_GRID"

/** A purchase. `accountId` is the funding source that pays for it. A declined purchase is an EXCEPTION with a `declineReason` and moved no money. Any other EXCEPTION means that the merchant was paid and the funding source could not cover it all; the operator debits the rest when it is available. */
export interface CardTransaction {
  id: `CardTransaction:${string}`
  type: "CARD"
  direction: "DEBIT"
  status: CardTransactionStatus
  cardId: `Card:${string}`
  accountId: `InternalAccount:${string}`
  customerId: `Customer:${string}`
  /** The platform's own id of the cardholder */
  platformCustomerId: string
  destination: CardTransactionDestination
  merchant: CardMerchant
  authorizedAmount: CurrencyAmount
  settledAmount?: CurrencyAmount
  refundedAmount?: CurrencyAmount
  pullSummary: CardPullSummary
  settlementSummary: CardSettlementSummary
  refundSummary: CardRefundSummary
  declineReason?: CardDeclineReason
  /** The issuer's reference */
  issuerTransactionToken?: string
  authorizedAt: string
  createdAt: string
  updatedAt: string
  lastEventAt?: string
}

export interface CardTransactionDestination {
  destinationType: "CARD"
  cardId: `Card:${string}`
}

export interface CardTransactionHistory {
  transaction: CardTransaction
  sums: PurchaseSums
  events: DeliveredEvent[]
}

export interface CardTransactionListResponse {
  data: CardTransaction[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/**
 * - `AUTHORIZED`: Approved, and its amount is held; nothing has cleared yet.
 * - `PARTIALLY_SETTLED`: Part of it has cleared; the rest is held for further clearings.
 * - `SETTLED`: All its clearings have been paid by the funding source; no more are expected.
 * - `REFUNDED`: The merchant has refunded all of it.
 * - `EXCEPTION`: Declined, with a `declineReason`; or the merchant is paid and the funding source could not cover all of it.
 */
export type CardTransactionStatus = "AUTHORIZED" | "PARTIALLY_SETTLED" | "SETTLED" | "REFUNDED" | "EXCEPTION"

export interface CardTransactionWebhook {
  id: `Webhook:${string}`
  type: "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: CardTransaction
}

/** CLOSED cannot be combined with fundingSources or maxSpendPerTransaction */
export interface CardUpdateRequest {
  state?: "ACTIVE" | "FROZEN" | "CLOSED"
  /** Accounts of the cardholder, all in the card's currency, USD or USDB. The first one that covers the whole purchase pays for it */
  fundingSources?: (`InternalAccount:${string}`)[]
  /** Maximum of one purchase, in minor units of the card's currency; a purchase above it is declined. Increments count towards it. null: no cap */
  maxSpendPerTransaction?: number | null
}

export interface ChainBlock {
  /** Height */
  number: number
  hash: string
  parentHash: string
  at: string
  transactions: ChainTransfer[]
}

/** A chain as one of its endpoints shows it */
export interface ChainStatus {
  /** Id of the rail */
  rail: string
  /** Confirmations after which a transaction is final; a transaction in the latest block has one */
  confirmationsNeeded: number
  /** The latest first */
  blocks: ChainBlock[]
  pendingDeposits: PendingDeposit[]
}

export interface ChainTransaction {
  hash: string
  from: string
  /** Absent: it created a contract */
  to?: string
  status: "PENDING" | "SUCCESS" | "REVERTED"
  block?: ChainTransactionBlock
  /** So far */
  confirmations: number
  /** Confirmations after which a transaction is final; a transaction in the latest block has one */
  confirmationsNeeded: number
  /** Of the sender */
  nonce: number
  /** Transfers that configured tokens report */
  transfers: TokenAmount[]
  gas?: ChainTransactionGas
}

/** Absent while it is in no block */
export interface ChainTransactionBlock {
  /** Height */
  number: number
  hash: string
  at: string
}

/** Absent while it is in no block */
export interface ChainTransactionGas {
  /** Units of gas */
  used: number
  priceGwei: string
  /** In the coin of the chain, with its name */
  cost: string
}

export interface ChainTransfer {
  hash: string
  from: string
  /** Absent: it created a contract */
  to?: string
}

export interface CopBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence?: string
  address?: Address
  /** Kind of identity document */
  documentType?: "CC" | "CE" | "TI" | "NIT" | "PP"
  documentNumber?: string
}

export interface CopExternalAccountCreateInfo {
  accountType: "COP_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Kind of bank account */
  bankAccountType?: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: CopBeneficiary | BusinessBeneficiary
}

export interface CopExternalAccountInfo {
  accountType: "COP_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Kind of bank account */
  bankAccountType?: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: CopBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
}

/** A detail of the counterparty, and whether it is mandatory */
export interface CounterpartyFieldDefinition {
  name: CustomerInfoFieldName
  mandatory: boolean
}

/** What is known about the other side, by field name such as FULL_NAME or NATIONALITY */
export type CounterpartyInformation = Record<string, string>

/** The network that carries crypto assets */
export type CryptoNetwork = "SOLANA" | "ETHEREUM" | "BASE" | "POLYGON" | "SPARK" | "LIGHTNING" | "BITCOIN"

/** A currency and how to show it */
export interface Currency {
  /** ISO 4217 code or ticker */
  code: string
  name: string
  symbol: string
  /** Digits after the point: how many minor units make one major unit, as a power of ten */
  decimals: number
}

/** An amount of money and its currency */
export interface CurrencyAmount {
  /** In the smallest unit of the currency */
  amount: number
  currency: Currency
}

/** A currency that the receiver accepts */
export interface CurrencyPreference {
  currency: Currency
  /** Units of this currency for one US dollar, in major units; not locked. The inverse of the rate on a quote. */
  estimatedExchangeRate: number
  /** In minor units of this currency */
  min: number
  /** In minor units of this currency */
  max: number
}

/** An individual or a business whose money the platform holds */
export type Customer = IndividualCustomer | BusinessCustomer

export type CustomerCreateRequest = IndividualCustomerCreateRequest | BusinessCustomerCreateRequest

/** A detail about a person or business that may accompany a payment */
export type CustomerInfoFieldName = "FULL_NAME" | "BIRTH_DATE" | "NATIONALITY" | "PHONE_NUMBER" | "EMAIL" | "POSTAL_ADDRESS" | "TAX_ID" | "REGISTRATION_NUMBER" | "USER_TYPE" | "COUNTRY_OF_RESIDENCE" | "ACCOUNT_IDENTIFIER" | "FI_LEGAL_ENTITY_NAME" | "FI_ADDRESS" | "PURPOSE_OF_PAYMENT" | "ULTIMATE_INSTITUTION_COUNTRY" | "IDENTIFIER" | "BUSINESS_TYPE" | "COMPANY_LEGAL_NAME"

export interface CustomerKycLinkResponse {
  customerId: `Customer:${string}`
  platformCustomerId: string
  /** Works once, for anyone who has it */
  kycUrl: string
}

export interface CustomerListResponse {
  data: Customer[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export type CustomerType = "INDIVIDUAL" | "BUSINESS"

export type CustomerUpdateRequest = IndividualCustomerUpdateRequest | BusinessCustomerUpdateRequest

export interface CustomerWebhook {
  id: `Webhook:${string}`
  type: "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: Customer
}

export interface DatabaseStatus {
  kind: "postgres" | "embedded"
  /** Of the server */
  version: string
  /** Migrations that have run */
  migrations: number
  /** The newest one */
  lastMigration: string
  lastMigrationAt: string
}

/** The consent of a wallet's holder that a card is paid from the wallet. Without an ACTIVE key, authorizations skip the wallet. */
export interface DelegatedKey {
  id: `DelegatedKey:${string}`
  cardId: `Card:${string}`
  /** The wallet as a funding source of this card; the same for every key of the pair */
  fundingSourceId: `CardFundingSource:${string}`
  accountId: `InternalAccount:${string}`
  /** Shown to the holder in a list of keys */
  nickname: string
  status: DelegatedKeyStatus
  createdAt: string
  updatedAt: string
}

export interface DelegatedKeyCreateRequest {
  cardId: `Card:${string}`
  /** A wallet among the funding sources of the card */
  internalAccountId: `InternalAccount:${string}`
  /** Shown to the holder in a list of keys */
  nickname: string
}

export interface DelegatedKeyListResponse {
  data: DelegatedKey[]
}

/**
 * - `ACTIVE`: The wallet pays for the card.
 * - `REVOKED`: The wallet pays for nothing new; amounts held for the card before can still be captured.
 * - `PENDING`: Not used: one signature is enough to create a key.
 */
export type DelegatedKeyStatus = "ACTIVE" | "REVOKED" | "PENDING"

export interface DeliveredEvent {
  id: `Webhook:${string}`
  type: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.EXPORTED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "AGENT_ACTION.PENDING_APPROVAL" | "TEST"
  /** Number of the event within its object, from 1 */
  sequence: number
  /** Of the object, after the event */
  status: string
  at: string
  /** Oldest first */
  attempts: DeliveryAttempt[]
}

export interface DeliveryAttempt {
  outcome: "DELIVERED" | "FAILED" | "GIVEN_UP"
  /** Absent when there was no response */
  httpStatus?: number
  /** Why there was no response */
  error?: string
  durationMs: number
  at: string
}

/** A bank or a mobile money provider */
export interface Discovery {
  /** Value for `bankName` or `provider` of an external account */
  bankName: string
  /** Name for display */
  displayName: string
  /** ISO 3166-1 alpha-2 */
  country: string
  currency: string
}

export interface DiscoveryListResponse {
  data: Discovery[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface DkkExternalAccountCreateInfo {
  accountType: "DKK_ACCOUNT"
  /** DK and 16 digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface DkkExternalAccountInfo {
  accountType: "DKK_ACCOUNT"
  /** DK and 16 digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("SEPA" | "SEPA_INSTANT")[]
}

/** An uploaded document. The file is stored and cannot be downloaded */
export interface Document {
  id: `Document:${string}`
  documentHolder: `Customer:${string}` | `BeneficialOwner:${string}`
  documentType: DocumentType
  /** ISO 3166-1 alpha-2 */
  country: string
  side?: "FRONT" | "BACK"
  documentNumber?: string
  issuingAuthority?: string
  fileName: string
  createdAt: string
  updatedAt: string
}

export interface DocumentListResponse {
  data: Document[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface DocumentReplaceRequest {
  /** A complete PDF, JPEG or PNG of at most 10 MB. The format is determined from the content, not from the name */
  file: Blob
  documentType: DocumentType
  /** ISO 3166-1 alpha-2 */
  country: string
  side?: "FRONT" | "BACK"
  documentNumber?: string
  issuingAuthority?: string
}

export type DocumentType = "PASSPORT" | "DRIVERS_LICENSE" | "NATIONAL_ID" | "PROOF_OF_ADDRESS" | "BANK_STATEMENT" | "TAX_RETURN" | "CERTIFICATE_OF_INCORPORATION" | "ARTICLES_OF_INCORPORATION" | "ARTICLES_OF_ASSOCIATION" | "STATE_REGISTRY_EXCERPT" | "GOOD_STANDING_CERTIFICATE" | "INFORMATION_STATEMENT" | "INCUMBENCY_CERTIFICATE" | "BUSINESS_LICENSE" | "SHAREHOLDER_REGISTER" | "POWER_OF_ATTORNEY" | "UTILITY_BILL" | "ELECTRICITY_BILL" | "RENT_OR_LEASE_AGREEMENT" | "DIRECTOR_REGISTRY" | "TRUST_AGREEMENT" | "STATE_COMPANY_REGISTRY" | "PARTNERSHIP_CONTROL_AGREEMENT" | "PARTNERSHIP_AGREEMENT" | "SELFIE" | "OTHER"

export interface DocumentUploadRequest {
  documentHolder: `Customer:${string}` | `BeneficialOwner:${string}`
  /** A complete PDF, JPEG or PNG of at most 10 MB. The format is determined from the content, not from the name */
  file: Blob
  documentType: DocumentType
  /** ISO 3166-1 alpha-2 */
  country: string
  side?: "FRONT" | "BACK"
  documentNumber?: string
  issuingAuthority?: string
}

export interface EgpBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence: string
  address: Address
}

export interface EgpExternalAccountCreateInfo {
  accountType: "EGP_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** EG and 27 digits */
  iban?: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: EgpBeneficiary | BusinessBeneficiary
}

export interface EgpExternalAccountInfo {
  accountType: "EGP_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** EG and 27 digits */
  iban?: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: EgpBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

/** A new code is being mailed; the credential is unchanged */
export interface EmailOtpAuthMethod {
  id: `AuthMethod:${string}`
  type: "EMAIL_OTP"
  accountId: `InternalAccount:${string}`
  /** PASSKEY only: WebAuthn's rawId, base64url */
  credentialId?: string
  /** EMAIL_OTP: the address. OAUTH: the email claim of the token. PASSKEY: the name given at registration */
  nickname: string
  createdAt: string
  updatedAt: string
}

/** A code is mailed immediately; without `email`, to the customer's address */
export interface EmailOtpCredentialCreateRequest {
  type: "EMAIL_OTP"
  accountId: `InternalAccount:${string}`
  email?: string
}

export interface EmailOtpCredentialVerifyRequest {
  type: "EMAIL_OTP"
  /** The code from the mail */
  otp: string
  /** A new P-256 public key of the client, uncompressed SEC1 as hex. Secrets in the reply are sealed to it */
  clientPublicKey: string
}

/** Branding and one-time codes of mails to the holders of wallets */
export interface EmbeddedWalletConfig {
  appName?: string
  /** Length of a one-time code; default 6 */
  otpLength?: number
  /** Whether one-time codes also contain letters */
  alphanumeric?: boolean
  /** Lifetime of a one-time code; default 300 */
  expirationSeconds?: number
  sendFromEmailAddress?: string
  sendFromEmailSenderName?: string
  replyToEmailAddress?: string
  logoUrl?: string
}

export type EntityType = "SOLE_PROPRIETORSHIP" | "PARTNERSHIP" | "LLC" | "CORPORATION" | "S_CORPORATION" | "NON_PROFIT" | "OTHER"

/** Every reply with a status from 400 upwards */
export interface ErrorBody {
  /** The HTTP status again */
  status: number
  /** For programs */
  code: "INVALID_INPUT" | "INVALID_AMOUNT" | "AMOUNT_OUT_OF_RANGE" | "INVALID_CURRENCY" | "INVALID_BANK_ACCOUNT" | "INVALID_UMA_ADDRESS" | "INSUFFICIENT_BALANCE" | "INVALID_RECEIVER" | "SELF_PAYMENT" | "WEBHOOK_ENDPOINT_NOT_SET" | "WEBHOOK_DELIVERY_ERROR" | "MISSING_MANDATORY_USER_INFO" | "CARDHOLDER_KYC_NOT_APPROVED" | "FUNDING_SOURCE_INELIGIBLE" | "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS" | "PASSKEY_CREDENTIAL_ALREADY_EXISTS" | "LAST_CREDENTIAL" | "AGENT_DEVICE_CODE_EXPIRED" | "AGENT_DEVICE_CODE_REDEEMED" | "INVITATION_ALREADY_CLAIMED" | "INVITATION_CANCELLED" | "INVITATION_EXPIRED" | "UNAUTHORIZED" | "WALLET_SIGNATURE_MISSING" | "WALLET_SIGNATURE_MALFORMED" | "WALLET_SIGNATURE_BODY_MISMATCH" | "WALLET_SIGNATURE_INVALID" | "REQUEST_ID_MISSING" | "FORBIDDEN" | "USER_NOT_READY" | "COUNTERPARTY_NOT_ALLOWED" | "AGENT_PAUSED" | "AGENT_LIMIT_EXCEEDED" | "NOT_FOUND" | "QUOTE_NOT_FOUND" | "TRANSACTION_NOT_FOUND" | "TOKEN_NOT_FOUND" | "USER_NOT_FOUND" | "INTERNAL_ACCOUNT_NOT_FOUND" | "EXTERNAL_ACCOUNT_NOT_FOUND" | "VERIFICATION_NOT_FOUND" | "BENEFICIAL_OWNER_NOT_FOUND" | "DOCUMENT_NOT_FOUND" | "AUTH_METHOD_NOT_FOUND" | "SESSION_NOT_FOUND" | "PLATFORM_NOT_FOUND" | "UMA_NOT_FOUND" | "INVITATION_NOT_FOUND" | "BULK_UPLOAD_JOB_NOT_FOUND" | "LOOKUP_REQUEST_NOT_FOUND" | "CARD_NOT_FOUND" | "CARD_TRANSACTION_NOT_FOUND" | "DELEGATED_KEY_NOT_FOUND" | "AGENT_NOT_FOUND" | "AGENT_ACTION_NOT_FOUND" | "EVENT_NOT_FOUND" | "API_REQUEST_NOT_FOUND" | "EVENT_REPLAY_NOT_FOUND" | "AGENT_DEVICE_CODE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "EMAIL_OTP_CREDENTIAL_SET_CHANGED" | "UMA_ADDRESS_EXISTS" | "QUOTE_EXPIRED" | "QUOTE_ALREADY_EXECUTED" | "ACCOUNT_NOT_ACTIVE" | "INVALID_STATE_TRANSITION" | "CARD_NOT_MUTABLE" | "IDEMPOTENCY_KEY_IN_USE" | "SECRET_ALREADY_SHOWN" | "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" | "CUSTOMER_DELETED" | "UNSUPPORTED_UMA_VERSION" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RAIL_NOT_CONNECTED" | "IDEMPOTENCY_KEY_REUSED" | "LNURLP_REQUEST_FAILED" | "PAYREQ_REQUEST_FAILED" | "COUNTERPARTY_PUBKEY_FETCH_ERROR" | "RATE_LIMITED" | "INTERNAL_ERROR" | "NOT_IMPLEMENTED" | "SERVICE_UNAVAILABLE" | "OUTCOME_UNKNOWN"
  /** Human-readable; its wording may change */
  message: string
  /** Facts about this case; further keys depend on the code */
  details?: {
    /** All faults of the input at once */
    errors?: FieldError[]
    /** X-Request-Id of the request that was refused */
    requestId?: string
    /** Human-readable: what to do about the code */
    hint?: string
    /** Page about the code */
    docs?: string
  }
  /** Why credentials or a signature were refused */
  reason?: string
}

export interface EstimateCryptoWithdrawalFeeRequest {
  internalAccountId: `InternalAccount:${string}`
  currency: string
  cryptoNetwork: CryptoNetwork
  /** Minor units of the currency, fees included */
  amount: number
  /** An address, or on LIGHTNING an invoice or offer */
  destinationAddress: string
}

export interface EstimateCryptoWithdrawalFeeResponse {
  /** In the smallest unit of `networkFeeAsset`: lamports, wei, satoshis */
  networkFee: number
  /** Asset in which the network fee is paid */
  networkFeeAsset: string
  /** Fee of the service; minor units of the currency */
  applicationFee: number
  /** The converted network fee plus the application fee; minor units of the currency */
  totalFee: number
  /** The amount that arrives: `amount` − `totalFee` */
  netAmount: number
}

export interface EthereumWalletExternalAccountInfo {
  accountType: "ETHEREUM_WALLET"
  /** 0x and 40 hexadecimal digits */
  address: string
  beneficiary?: IndividualBeneficiary | BusinessBeneficiary
}

export interface EurBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence?: string
  address: Address
}

export interface EurExternalAccountCreateInfo {
  accountType: "EUR_ACCOUNT"
  /** Country code, two check digits, 11 to 30 letters and digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  beneficiary: EurBeneficiary | BusinessBeneficiary
}

export interface EurExternalAccountInfo {
  accountType: "EUR_ACCOUNT"
  /** Country code, two check digits, 11 to 30 letters and digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  beneficiary: EurBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("SEPA" | "SEPA_INSTANT")[]
}

export interface Event {
  id: `Webhook:${string}`
  type: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.EXPORTED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "AGENT_ACTION.PENDING_APPROVAL" | "TEST"
  resourceId?: string
  /** Number of the event within its resource, from 1 */
  sequence: number
  createdAt: string
  deliveryStatus: EventDeliveryStatus
  /** Requests with this event, including those of replays */
  attemptCount: number
}

export interface EventAcknowledgementRequest {
  /** Absent when there was no response */
  httpStatus?: number
  durationMs: number
}

export interface EventAttempt {
  attemptedAt: string
  outcome: "DELIVERED" | "FAILED" | "GIVEN_UP"
  /** Absent when there was no response */
  httpStatus?: number
  /** Why there was no response */
  error?: string
  durationMs: number
  /** As they were sent */
  requestHeaders?: Record<string, string>
  /** The first 2000 characters of the response */
  reply?: string
  replayId?: `EventReplay:${string}`
}

/**
 * - `PENDING`: It has not been sent yet.
 * - `RETRYING`: The endpoint has not accepted it; it will be retried.
 * - `DELIVERED`: The endpoint has accepted it.
 * - `FAILED`: The endpoint has not accepted it, and it is sent again only on request.
 * - `NOT_SENT`: No endpoint was set when it happened.
 */
export type EventDeliveryStatus = "PENDING" | "RETRYING" | "DELIVERED" | "FAILED" | "NOT_SENT"

export interface EventListResponse {
  data: Event[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface EventReplay {
  id: `EventReplay:${string}`
  /** STOPPED: the endpoint did not accept an event in five attempts, or the endpoint was removed */
  state: "RUNNING" | "COMPLETED" | "STOPPED"
  /** Events to be sent */
  total: number
  /** Events that the endpoint has accepted */
  sent: number
  /** Why it stopped */
  failure?: string
  failedEventId?: `Webhook:${string}`
  createdAt: string
  endedAt?: string
}

export interface EventReplayRequest {
  since: string
  /** Up to this time, inclusive; absent: up to now */
  until?: string
}

export interface EventStreamPage {
  /** Those of one resource are in order */
  events: StreamedEvent[]
  /** For the next call */
  position: string
}

export interface EventWithAttempts {
  id: `Webhook:${string}`
  type: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.EXPORTED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "AGENT_ACTION.PENDING_APPROVAL" | "TEST"
  resourceId?: string
  /** Number of the event within its resource, from 1 */
  sequence: number
  createdAt: string
  deliveryStatus: EventDeliveryStatus
  /** Requests with this event, including those of replays */
  attemptCount: number
  /** The body of the webhook, byte for byte: what the signatures are over */
  body: string
  /** Newest first */
  attempts: EventAttempt[]
}

/** The rate of one corridor at one time */
export interface ExchangeRate {
  sourceCurrency: Currency
  /** Fees included; minor units of the source currency */
  sendingAmount: number
  /** Smallest payment; minor units of the source currency */
  minSendingAmount: number
  /** Largest payment; minor units of the source currency */
  maxSendingAmount: number
  destinationCurrency: Currency
  destinationPaymentRail: PaymentRail
  /** After fees; minor units of the destination currency */
  receivingAmount: number
  /** Source currency for one unit of the destination currency, in major units, after fees */
  exchangeRate: number
  fees: ExchangeRateFees
  updatedAt: string
}

export interface ExchangeRateFees {
  /** Minor units of the source currency */
  fixed?: number
}

export interface ExchangeRateListResponse {
  data: ExchangeRate[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface ExchangedMessage {
  id: `UmaMessage:${string}`
  direction: "SENT" | "RECEIVED"
  kind: string
  /** Domain of the other institution */
  institution: string
  /** Encrypted fields are shown as such */
  fields: Record<string, string>
  at: string
}

/** Without `customerId`, an account of the platform itself */
export interface ExternalAccount {
  id: `ExternalAccount:${string}`
  status: ExternalAccountStatus
  currency: string
  accountInfo: ExternalAccountInfo
  customerId?: `Customer:${string}`
  /** The platform's own id of the account */
  platformAccountId?: string
  /** Whether payments to the customer's UMA address are forwarded here */
  defaultUmaDepositAccount?: boolean
  beneficiaryVerificationStatus?: BeneficiaryVerificationStatus
  beneficiaryVerifiedData?: BeneficiaryVerifiedData
}

/** The account, in the terms of its country or network */
export type ExternalAccountCreateInfo = AedExternalAccountCreateInfo | BaseWalletExternalAccountInfo | BdtExternalAccountCreateInfo | BrlExternalAccountCreateInfo | BwpExternalAccountCreateInfo | CadExternalAccountCreateInfo | CopExternalAccountCreateInfo | DkkExternalAccountCreateInfo | EgpExternalAccountCreateInfo | EthereumWalletExternalAccountInfo | EurExternalAccountCreateInfo | GbpExternalAccountCreateInfo | GhsExternalAccountCreateInfo | GtqExternalAccountCreateInfo | HkdExternalAccountCreateInfo | HtgExternalAccountCreateInfo | IdrExternalAccountCreateInfo | InrExternalAccountCreateInfo | JmdExternalAccountCreateInfo | KesExternalAccountCreateInfo | LightningExternalAccountInfo | MwkExternalAccountCreateInfo | MxnExternalAccountCreateInfo | MyrExternalAccountCreateInfo | NgnExternalAccountCreateInfo | PhpExternalAccountCreateInfo | PkrExternalAccountCreateInfo | PolygonWalletExternalAccountInfo | RwfExternalAccountCreateInfo | SgdExternalAccountCreateInfo | SlvExternalAccountCreateInfo | SolanaWalletExternalAccountInfo | SparkWalletExternalAccountInfo | SwiftExternalAccountCreateInfo | ThbExternalAccountCreateInfo | TronWalletExternalAccountInfo | TzsExternalAccountCreateInfo | UgxExternalAccountCreateInfo | UsdExternalAccountCreateInfo | VndExternalAccountCreateInfo | XafExternalAccountCreateInfo | XofExternalAccountCreateInfo | ZarExternalAccountCreateInfo | ZmwExternalAccountCreateInfo

export interface ExternalAccountCreateRequest {
  currency: string
  accountInfo: ExternalAccountCreateInfo
  /** The platform's own id of the account */
  platformAccountId?: string
  customerId?: `Customer:${string}`
  /** Replaces the customer's current default */
  defaultUmaDepositAccount?: boolean
}

/** The registered account, and the rails that reach it */
export type ExternalAccountInfo = AedExternalAccountInfo | BaseWalletExternalAccountInfo | BdtExternalAccountInfo | BrlExternalAccountInfo | BwpExternalAccountInfo | CadExternalAccountInfo | CopExternalAccountInfo | DkkExternalAccountInfo | EgpExternalAccountInfo | EthereumWalletExternalAccountInfo | EurExternalAccountInfo | GbpExternalAccountInfo | GhsExternalAccountInfo | GtqExternalAccountInfo | HkdExternalAccountInfo | HtgExternalAccountInfo | IdrExternalAccountInfo | InrExternalAccountInfo | JmdExternalAccountInfo | KesExternalAccountInfo | LightningExternalAccountInfo | MwkExternalAccountInfo | MxnExternalAccountInfo | MyrExternalAccountInfo | NgnExternalAccountInfo | PhpExternalAccountInfo | PkrExternalAccountInfo | PolygonWalletExternalAccountInfo | RwfExternalAccountInfo | SgdExternalAccountInfo | SlvExternalAccountInfo | SolanaWalletExternalAccountInfo | SparkWalletExternalAccountInfo | SwiftExternalAccountInfo | ThbExternalAccountInfo | TronWalletExternalAccountInfo | TzsExternalAccountInfo | UgxExternalAccountInfo | UsdExternalAccountInfo | VndExternalAccountInfo | XafExternalAccountInfo | XofExternalAccountInfo | ZarExternalAccountInfo | ZmwExternalAccountInfo

export interface ExternalAccountListResponse {
  data: ExternalAccount[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/** An account outside this service */
export interface ExternalAccountReference {
  accountId: `ExternalAccount:${string}`
}

/**
 * - `PENDING`: Being screened. Payouts to it and pulls from it are refused.
 * - `ACTIVE`: Payouts to it and pulls from it are allowed.
 * - `UNDER_REVIEW`: Under manual review. Payouts to it and pulls from it are refused.
 * - `INACTIVE`: Payouts to it and pulls from it are refused.
 */
export type ExternalAccountStatus = "PENDING" | "ACTIVE" | "UNDER_REVIEW" | "INACTIVE"

export interface ExternalAccountStatusWebhook {
  id: `Webhook:${string}`
  type: "EXTERNAL_ACCOUNT.STATUS_UPDATED"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: ExternalAccount
}

/** One fault of the input */
export interface FieldError {
  /** Dot path from the root of the body, or the name of a parameter */
  field: string
  message: string
  /** What the field must satisfy: a pattern, a range or a list of values */
  constraint?: unknown
}

export interface FirstSteps {
  done: FirstStepsDone
}

/** The earliest event of each step that was done */
export interface FirstStepsDone {
  PAY?: `Webhook:${string}`
  FAIL?: `Webhook:${string}`
  WEBHOOK?: `Webhook:${string}`
  CARD?: `Webhook:${string}`
  AGENT?: `Webhook:${string}`
}

export interface Flow {
  /** `customers` for all accounts of the customers and the platform, otherwise the role of a house account */
  from: string
  /** `customers` for all accounts of the customers and the platform, otherwise the role of a house account */
  to: string
  currency: Currency
  /** Sum of the postings, in minor units */
  amount: string
  /** Number of postings */
  postings: number
  lastAt: string
}

export interface GbpExternalAccountCreateInfo {
  accountType: "GBP_ACCOUNT"
  /** 6 digits */
  sortCode: string
  /** 8 digits */
  accountNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface GbpExternalAccountInfo {
  accountType: "GBP_ACCOUNT"
  /** 6 digits */
  sortCode: string
  /** 8 digits */
  accountNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("FASTER_PAYMENTS")[]
}

export interface GhsExternalAccountCreateInfo {
  accountType: "GHS_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface GhsExternalAccountInfo {
  accountType: "GHS_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
}

export interface GtqBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence: string
  address?: Address
}

export interface GtqExternalAccountCreateInfo {
  accountType: "GTQ_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** Kind of bank account */
  bankAccountType: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  beneficiary: GtqBeneficiary | BusinessBeneficiary
}

export interface GtqExternalAccountInfo {
  accountType: "GTQ_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** Kind of bank account */
  bankAccountType: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  beneficiary: GtqBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface HkdExternalAccountCreateInfo {
  accountType: "HKD_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface HkdExternalAccountInfo {
  accountType: "HKD_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

/**
 * Accounts of the installation, one per currency.
 *
 * - `fees`: Fees that the service has earned.
 * - `fx`: The other side of currency conversions: one currency in, the other out.
 * - `transit`: Payouts that a rail has accepted and not delivered yet.
 * - `rails`: External networks: money that came in and went out over the rails. The balance is minus what customers hold.
 * - `suspense`: Money that could not reach its owner; an operator must resolve it.
 * - `cards`: Card purchases between funding sources and networks. The balance is minus what funding sources still owe.
 * - `platformFees`: Platform fees of payments in progress, less what platforms owe for returned payments.
 * - `costs`: What banks and networks charged the installation for carrying money. The balance is minus what it paid.
 */
export type HouseAccount = "fees" | "fx" | "transit" | "rails" | "suspense" | "cards" | "platformFees" | "costs"

export interface HtgExternalAccountCreateInfo {
  accountType: "HTG_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface HtgExternalAccountInfo {
  accountType: "HTG_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

export type IdentificationType = "SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID"

export interface IdrExternalAccountCreateInfo {
  accountType: "IDR_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** International form: +62 and 9 to 12 digits */
  phoneNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface IdrExternalAccountInfo {
  accountType: "IDR_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** International form: +62 and 9 to 12 digits */
  phoneNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface IncomingPaymentWebhook {
  id: `Webhook:${string}`
  type: "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: IncomingPaymentWebhookData
}

export interface IncomingPaymentWebhookData {
  id: `Transaction:${string}`
  status: TransactionStatus
  destination: TransactionDestination
  customerId: `Customer:${string}` | `PlatformConfig:${string}`
  /** The platform's own id of the same customer */
  platformCustomerId: string
  settledAt?: string
  createdAt?: string
  updatedAt?: string
  agentId?: `Agent:${string}`
  /** Free text for the platform's own records */
  description?: string
  /** Text for the receiver's statement; it travels with the payment over the rail */
  remittanceInformation?: string
  purposeOfPayment?: PurposeOfPayment
  counterpartyInformation?: CounterpartyInformation
  reconciliationInstructions?: ReconciliationInstructions
  type: "INCOMING"
  receivedAmount: CurrencyAmount
  source?: TransactionSource
  /** In minor units of the receiving currency */
  fees?: number
  rateDetails?: IncomingRateDetails
  failureReason?: IncomingTransactionFailureReason
  requestedReceiverCustomerInfoFields?: CounterpartyFieldDefinition[]
}

export interface IncomingPaymentWebhookResponse {
  /** Details of the receiver, by field name. Reserved: none are requested or read yet */
  receiverCustomerInfo?: Record<string, unknown>
}

export interface IncomingRateDetails {
  serviceApiMultiplier: number
  /** In minor units of the receiving currency */
  serviceApiFixedFee: number
  /** Fraction of the amount: 0.005 is half a percent */
  serviceApiVariableFeeRate: number
  /** In minor units of the receiving currency */
  serviceApiVariableFeeAmount: number
}

/** A payment to the customer */
export interface IncomingTransaction {
  id: `Transaction:${string}`
  status: TransactionStatus
  destination: TransactionDestination
  customerId: `Customer:${string}` | `PlatformConfig:${string}`
  /** The platform's own id of the same customer */
  platformCustomerId: string
  settledAt?: string
  createdAt?: string
  updatedAt?: string
  agentId?: `Agent:${string}`
  /** Free text for the platform's own records */
  description?: string
  /** Text for the receiver's statement; it travels with the payment over the rail */
  remittanceInformation?: string
  purposeOfPayment?: PurposeOfPayment
  counterpartyInformation?: CounterpartyInformation
  reconciliationInstructions?: ReconciliationInstructions
  type: "INCOMING"
  receivedAmount: CurrencyAmount
  source?: TransactionSource
  /** In minor units of the receiving currency */
  fees?: number
  rateDetails?: IncomingRateDetails
  failureReason?: IncomingTransactionFailureReason
}

/**
 * - `LNURLP_FAILED`: The sender's institution did not complete the lookup of the receiver.
 * - `PAY_REQUEST_FAILED`: The sender's institution stopped while the two institutions were agreeing on the payment.
 * - `PAYMENT_APPROVAL_WEBHOOK_ERROR`: The platform's endpoint could not be reached for the approval of the payment, or answered with a status other than 200, 202, 403, 409 or 422.
 * - `PAYMENT_APPROVAL_TIMED_OUT`: The platform did not decide within five seconds: it did not answer, or answered 202 and made no decision.
 * - `OFFRAMP_FAILED`: The payment was accepted, but could not be credited to the account of the recipient.
 * - `MISSING_MANDATORY_PAYEE_DATA`: The platform answered 422: it requires more details before it accepts the payment.
 * - `QUOTE_EXPIRED`: The payment was accepted, but the sender's institution did not pay within five minutes.
 * - `QUOTE_EXECUTION_FAILED`: A transfer in could not be pulled: the bank of the external account refused it.
 */
export type IncomingTransactionFailureReason = "LNURLP_FAILED" | "PAY_REQUEST_FAILED" | "PAYMENT_APPROVAL_WEBHOOK_ERROR" | "PAYMENT_APPROVAL_TIMED_OUT" | "OFFRAMP_FAILED" | "MISSING_MANDATORY_PAYEE_DATA" | "QUOTE_EXPIRED" | "QUOTE_EXECUTION_FAILED"

export interface IndividualBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber?: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence?: string
  address?: Address
}

export interface IndividualCustomer {
  id: `Customer:${string}`
  /** The platform's own id of the customer */
  platformCustomerId: string
  /** Universal Money Address: `$name@domain` */
  umaAddress: string
  /** Jurisdiction of the customer, ISO 3166-1 alpha-2; fixed when the customer is created */
  region?: string
  /** Currencies that the customer holds, sends and receives */
  currencies?: string[]
  email?: string
  createdAt: string
  updatedAt: string
  isDeleted: boolean
  customerType: "INDIVIDUAL"
  kycStatus: KycStatus
  fullName?: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  address?: Address
}

export interface IndividualCustomerCreateRequest {
  customerType: "INDIVIDUAL"
  /** The platform's own id of the customer */
  platformCustomerId?: string
  /** Jurisdiction of the customer, ISO 3166-1 alpha-2; fixed when the customer is created */
  region?: string
  email?: string
  /** Universal Money Address: `$name@domain` */
  umaAddress?: string
  /** Currencies that the customer holds, sends and receives */
  currencies?: string[]
  fullName?: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  address?: Address
}

export interface IndividualCustomerUpdateRequest {
  customerType: "INDIVIDUAL"
  email?: string
  /** Universal Money Address: `$name@domain` */
  umaAddress?: string
  /** Currencies that the customer holds, sends and receives */
  currencies?: string[]
  fullName?: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  address?: Address
}

export interface InrExternalAccountCreateInfo {
  accountType: "INR_ACCOUNT"
  /** name@bank */
  vpa?: string
  /** 9 to 18 digits */
  accountNumber?: string
  /** 4 letters, a zero, 6 letters or digits */
  ifsc?: string
  /** Rail for the payment */
  rail?: "NEFT" | "RTGS"
  /** Name of the bank */
  bankName?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface InrExternalAccountInfo {
  accountType: "INR_ACCOUNT"
  /** name@bank */
  vpa?: string
  /** 9 to 18 digits */
  accountNumber?: string
  /** 4 letters, a zero, 6 letters or digits */
  ifsc?: string
  /** Rail for the payment */
  rail?: "NEFT" | "RTGS"
  /** Name of the bank */
  bankName?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("UPI" | "NEFT" | "RTGS")[]
}

/** `balance` is available now; `totalBalance` includes holds. Without `customerId` the account is the platform's own. */
export interface InternalAccount {
  id: `InternalAccount:${string}`
  type: InternalAccountType
  status: InternalAccountStatus
  balance: CurrencyAmount
  totalBalance: CurrencyAmount
  /** How to pay into this account */
  fundingPaymentInstructions: PaymentInstructions[]
  createdAt: string
  updatedAt: string
  customerId?: `Customer:${string}`
  /** Whether the wallet hides its history. Only for EMBEDDED_WALLET */
  privateEnabled?: boolean
}

export interface InternalAccountExportRequest {
  /** A new P-256 public key of the client, uncompressed SEC1 as hex. Secrets in the reply are sealed to it */
  clientPublicKey: string
}

export interface InternalAccountExportResponse {
  id: `InternalAccount:${string}`
  /** JSON text: version, data (hex), dataSignature (hex), enclaveQuorumPublic (hex). `data` decodes to JSON with encappedPublic, ciphertext and organizationId; encrypted with HPKE. In the sandbox dataSignature and enclaveQuorumPublic are empty */
  encryptedWalletCredentials: string
}

export interface InternalAccountListResponse {
  data: InternalAccount[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/** An account at this service */
export interface InternalAccountReference {
  accountId: `InternalAccount:${string}`
}

/**
 * - `PENDING`: Under review and being provisioned; cannot send or receive.
 * - `ACTIVE`: Can send and receive.
 * - `FROZEN`: Cannot send or receive: the operator froze it on a compliance or fraud signal.
 * - `CLOSED`: Cannot send or receive: the customer closed it or was deleted.
 */
export type InternalAccountStatus = "PENDING" | "ACTIVE" | "FROZEN" | "CLOSED"

export interface InternalAccountStatusWebhook {
  id: `Webhook:${string}`
  type: "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.EXPORTED"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: InternalAccount
}

export type InternalAccountType = "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET"

export interface InternalAccountUpdateRequest {
  /** Whether the wallet hides its history */
  privateEnabled?: boolean
}

export interface InvitationClaimedWebhook {
  id: `Webhook:${string}`
  type: "INVITATION.CLAIMED"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: UmaInvitation
}

export interface JmdBeneficiary {
  beneficiaryType: "INDIVIDUAL"
  fullName: string
  birthDate?: string
  /** ISO 3166-1 alpha-2 */
  nationality?: string
  email?: string
  phoneNumber: string
  /** ISO 3166-1 alpha-2 */
  countryOfResidence?: string
  address: Address
}

export interface JmdExternalAccountCreateInfo {
  accountType: "JMD_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** 5 digits */
  branchCode: string
  /** Kind of bank account */
  bankAccountType: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  beneficiary: JmdBeneficiary | BusinessBeneficiary
}

export interface JmdExternalAccountInfo {
  accountType: "JMD_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** 5 digits */
  branchCode: string
  /** Kind of bank account */
  bankAccountType: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  beneficiary: JmdBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

/** Jobs of all platforms that share one capacity; numbers of their subjects, such as payments */
export interface JobClassStatus {
  name: string
  /** Due jobs */
  due: number
  /** Due, and waiting for an endpoint that does not answer */
  held: number
  /** Jobs that are due or planned */
  planned: number
  /** Jobs that were given up: an operator resolves them */
  dead: number
  oldestDueAt?: string
}

export interface KesExternalAccountCreateInfo {
  accountType: "KES_ACCOUNT"
  /** International form: +254 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface KesExternalAccountInfo {
  accountType: "KES_ACCOUNT"
  /** International form: +254 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

/**
 * KYB of a business.
 *
 * - `UNVERIFIED`: No verification was submitted. Accounts can be prepared; no money moves.
 * - `PENDING`: The verification is in progress.
 * - `APPROVED`: The customer may hold and move money.
 * - `REJECTED`: The customer may not hold or move money.
 */
export type KybStatus = "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED"

export interface KycLinkCreateRequest {
  /** Where the page sends the customer afterwards: https, or http on the same machine */
  redirectUri?: string
}

export interface KycLinkResponse {
  /** Works once, for anyone who has it */
  kycUrl: string
  expiresAt: string
  provider: KycProvider
  /** Opens the page in the SDK of the provider, if it has one */
  token?: string
}

/** Provider of the page; simulated in the sandbox */
export type KycProvider = "SUMSUB"

/**
 * KYC of a person.
 *
 * - `UNVERIFIED`: No verification was submitted. Accounts can be prepared; no money moves.
 * - `PENDING`: The verification is in progress.
 * - `APPROVED`: The customer may hold and move money.
 * - `REJECTED`: The customer may not hold or move money.
 */
export type KycStatus = "UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED"

export interface LedgerAccount {
  id: `InternalAccount:${string}` | `HouseAccount:${string}`
  /** Name of the owner, or of the house account */
  name: string
  houseAccount?: HouseAccount
  /** Description of a house account */
  about?: string
}

/** What caused a posting */
export interface LedgerCause {
  /** CARD: a card transaction; all others are transactions */
  kind: "PAYMENT" | "CARD"
  id: `Transaction:${string}` | `CardTransaction:${string}`
  /** Of the transaction or card transaction, now */
  status: string
  /** Merchant, description, or the other end of the payment */
  label?: string
  cardId?: `Card:${string}`
}

/** Absent: there is none yet */
export interface LedgerCheckpoint {
  /** Checkpoints are numbered from 1 */
  number: number
  sealedAt: string
  hash: string
  /** Thumbprint of the key that signed it; note it elsewhere */
  key: string
  /** Postings of all checkpoints up to this one */
  postings: number
}

/** Identified by the `id` of its cause and its `line` */
export interface LedgerPosting {
  /** In the smallest unit of the currency */
  amount: number
  currency: Currency
  /** Number of the posting within its payment or purchase */
  line: number
  from: PostingSide
  to: PostingSide
  at: string
  cause: LedgerCause
}

export interface LedgerVerification {
  /** Checkpoints that are intact */
  checkpoints: number
  /** Postings that they seal */
  postings: number
  /** Postings after the last one of them */
  unsealed: number
  /** `<number>:<hash>` of the last one; note it elsewhere */
  head: string
  /** Thumbprint of the key that signed it; note it elsewhere */
  key?: string
  isIntact: boolean
  /** The first fault */
  fault?: string
}

export interface LightningExternalAccountInfo {
  accountType: "LIGHTNING"
  /** Begins with lnbc */
  invoice?: string
  /** Begins with lno1 */
  bolt12?: string
  /** name@domain */
  lightningAddress?: string
  beneficiary?: IndividualBeneficiary | BusinessBeneficiary
}

export interface MoneyFlow {
  since: string
  flows: Flow[]
  /** Whether only the newest postings count, because of their number */
  isPartial: boolean
}

export interface MwkExternalAccountCreateInfo {
  accountType: "MWK_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface MwkExternalAccountInfo {
  accountType: "MWK_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

export interface MxnExternalAccountCreateInfo {
  accountType: "MXN_ACCOUNT"
  /** 18 digits */
  clabeNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface MxnExternalAccountInfo {
  accountType: "MXN_ACCOUNT"
  /** 18 digits */
  clabeNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("SPEI")[]
}

export interface MyrExternalAccountCreateInfo {
  accountType: "MYR_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface MyrExternalAccountInfo {
  accountType: "MYR_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface NewestLedgerCheckpoint {
  checkpoint?: LedgerCheckpoint
}

export interface NgnExternalAccountCreateInfo {
  accountType: "NGN_ACCOUNT"
  /** 10 digits */
  accountNumber: string
  /** Name of the bank */
  bankName: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface NgnExternalAccountInfo {
  accountType: "NGN_ACCOUNT"
  /** 10 digits */
  accountNumber: string
  /** Name of the bank */
  bankName: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface OauthCredentialCreateRequest {
  type: "OAUTH"
  accountId: `InternalAccount:${string}`
  /** An OpenID Connect identity token (JWT) */
  oidcToken: string
}

/** Each token is accepted once */
export interface OauthCredentialVerifyRequest {
  type: "OAUTH"
  /** An OpenID Connect identity token (JWT) */
  oidcToken: string
  /** A new P-256 public key of the client, uncompressed SEC1 as hex. Secrets in the reply are sealed to it */
  clientPublicKey: string
}

/** Part of the balance that a card purchase has reserved */
export interface OpenHold {
  /** In the smallest unit of the currency */
  amount: number
  currency: Currency
  cause: LedgerCause
  at: string
}

export interface OutgoingPaymentWebhook {
  id: `Webhook:${string}`
  type: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: OutgoingTransaction
}

/** Components of rate and fees. With `CAUSEWAY_COMPATIBILITY=grid`, each field that begins with `serviceApi` is repeated with `gridApi` instead */
export interface OutgoingRateDetails {
  /** Factor that the receiving side applies to the amount */
  counterpartyMultiplier: number
  /** Fixed fee of the receiving side, in minor units of the receiving currency */
  counterpartyFixedFee: number
  /** Factor that the service applies to the amount, its variable fee included */
  serviceApiMultiplier: number
  /** Fixed fee of the service, in minor units of the sending currency */
  serviceApiFixedFee: number
  /** Fraction of the amount sent: 0.005 is half a percent */
  serviceApiVariableFeeRate: number
  /** The variable fee, in minor units of the sending currency */
  serviceApiVariableFeeAmount: number
  gridApiMultiplier?: number
  gridApiFixedFee?: number
  gridApiVariableFeeRate?: number
  gridApiVariableFeeAmount?: number
}

/** A payment by the customer */
export interface OutgoingTransaction {
  id: `Transaction:${string}`
  status: TransactionStatus
  destination: TransactionDestination
  customerId: `Customer:${string}` | `PlatformConfig:${string}`
  /** The platform's own id of the same customer */
  platformCustomerId: string
  settledAt?: string
  createdAt?: string
  updatedAt?: string
  agentId?: `Agent:${string}`
  /** Free text for the platform's own records */
  description?: string
  /** Text for the receiver's statement; it travels with the payment over the rail */
  remittanceInformation?: string
  purposeOfPayment?: PurposeOfPayment
  counterpartyInformation?: CounterpartyInformation
  reconciliationInstructions?: ReconciliationInstructions
  type: "OUTGOING"
  sentAmount: CurrencyAmount
  source: TransactionSource
  receivedAmount?: CurrencyAmount
  /** As on the quote */
  exchangeRate?: number
  /** In minor units of the sending currency */
  fees?: number
  /** The platform's own part of `fees`; in minor units of the sending currency */
  platformFees?: number
  quoteId?: `Quote:${string}`
  paymentInstructions?: PaymentInstructions[]
  refund?: Refund
  rateDetails?: OutgoingRateDetails
  failureReason?: OutgoingTransactionFailureReason
}

/**
 * - `QUOTE_EXPIRED`: The quote was not executed, or not funded by its payment instructions, before `expiresAt`. The status is EXPIRED.
 * - `QUOTE_EXECUTION_FAILED`: The payment was not accepted by the rail or by the institution of the receiver.
 * - `LIGHTNING_PAYMENT_FAILED`: The Lightning network found no route to the receiver, or the route failed.
 * - `FUNDING_AMOUNT_MISMATCH`: The amount that arrived for a quote with real-time funding differs from its `totalSendingAmount`.
 * - `COUNTERPARTY_POST_TX_FAILED`: The receiving side did not deliver, or returned the money: immediately, or after the payment was COMPLETED, even days later.
 */
export type OutgoingTransactionFailureReason = "QUOTE_EXPIRED" | "QUOTE_EXECUTION_FAILED" | "LIGHTNING_PAYMENT_FAILED" | "FUNDING_AMOUNT_MISMATCH" | "COUNTERPARTY_POST_TX_FAILED"

export interface OutsideFact {
  name: string
  value: string
  /** What the chain of the rail has under the value */
  shows?: "TRANSACTION" | "BLOCK"
}

export interface Overview {
  mode: "sandbox" | "production"
  platform: OverviewPlatform
  /** Largest balance first */
  accounts: OwnedAccount[]
  hasMoreAccounts: boolean
  /** Number of transactions in each status */
  payments: Record<string, number>
}

export interface OverviewPlatform {
  id: `PlatformConfig:${string}`
  name: string
  webhookEndpoint?: string
}

export interface OwnedAccount {
  id: `InternalAccount:${string}`
  type: InternalAccountType
  status: InternalAccountStatus
  balance: CurrencyAmount
  totalBalance: CurrencyAmount
  /** How to pay into this account */
  fundingPaymentInstructions: PaymentInstructions[]
  createdAt: string
  updatedAt: string
  customerId?: `Customer:${string}`
  /** Whether the wallet hides its history. Only for EMBEDDED_WALLET */
  privateEnabled?: boolean
  ownerName: string
}

export interface Parties {
  /** External accounts first */
  parties: Party[]
}

export interface Party {
  id: `InternalAccount:${string}` | `ExternalAccount:${string}`
  name: string
  detail: string
  currency: string
  isExternal: boolean
  /** The customer that it belongs to or is registered for, or the platform */
  ownerName: string
}

/** Result of navigator.credentials.get(); binary values as base64url */
export interface PasskeyAssertion {
  /** rawId */
  credentialId: string
  /** The same bytes that WebAuthn calls clientDataJSON */
  clientDataJson: string
  /** Authenticator data */
  authenticatorData: string
  /** Signature */
  signature: string
  userHandle?: string | null
}

/** Result of navigator.credentials.create(); binary values as base64url */
export interface PasskeyAttestation {
  /** rawId */
  credentialId: string
  /** The same bytes that WebAuthn calls clientDataJSON */
  clientDataJson: string
  /** CBOR */
  attestationObject: string
  transports?: ("usb" | "nfc" | "ble" | "internal" | "hybrid")[]
}

/** Input for navigator.credentials.get() */
export interface PasskeyAuthChallenge {
  id: `AuthMethod:${string}`
  type: "PASSKEY"
  accountId: `InternalAccount:${string}`
  /** The passkey to request, base64url */
  credentialId: string
  /** EMAIL_OTP: the address. OAUTH: the email claim of the token. PASSKEY: the name given at registration */
  nickname: string
  createdAt: string
  updatedAt: string
  /** 64 lower-case hex characters; decode them as base64url, or use the text itself */
  challenge: string
  requestId: `Request:${string}`
  expiresAt: string
}

export interface PasskeyCredentialCreateRequest {
  type: "PASSKEY"
  accountId: `InternalAccount:${string}`
  /** Letters, digits, spaces and . _ - ' ( ) */
  nickname: string
  /** The registration challenge issued by the platform's server, base64url */
  challenge: string
  attestation: PasskeyAttestation
}

/** The header Request-Id carries the `requestId` of the challenge */
export interface PasskeyCredentialVerifyRequest {
  type: "PASSKEY"
  assertion: PasskeyAssertion
}

export interface PaymentAedAccountInfo {
  accountType: "AED_ACCOUNT"
  /** AE and 21 digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentArsAccountInfo {
  accountType: "ARS_ACCOUNT"
  /** 22 digits */
  accountNumber: string
}

export interface PaymentBaseWalletInfo {
  accountType: "BASE_WALLET"
  /** 0x and 40 hexadecimal digits */
  address: string
  /** Asset to send */
  assetType?: "USDC"
}

export interface PaymentBdtAccountInfo {
  accountType: "BDT_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Name of the bank */
  bankName?: string
  /** 5 digits */
  branchCode?: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentBrlAccountInfo {
  accountType: "BRL_ACCOUNT"
  /** Content of the Pix QR code */
  qrCode: string
}

export interface PaymentBwpAccountInfo {
  accountType: "BWP_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentCadAccountInfo {
  accountType: "CAD_ACCOUNT"
  /** 3 digits */
  bankCode: string
  /** 5 digits */
  branchCode: string
  /** 7 to 12 digits */
  accountNumber: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentCopAccountInfo {
  accountType: "COP_ACCOUNT"
  /** Page on which the payment is made */
  paymentUrl: string
}

export interface PaymentDkkAccountInfo {
  accountType: "DKK_ACCOUNT"
  /** DK and 16 digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** Networks that reach this account */
  paymentRails: ("SEPA" | "SEPA_INSTANT")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentEgpAccountInfo {
  accountType: "EGP_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** EG and 27 digits */
  iban?: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentEmbeddedWalletInfo {
  accountType: "EMBEDDED_WALLET"
  /** The exact bytes that the holder of the wallet signs */
  payloadToSign: string
}

export interface PaymentEthereumWalletInfo {
  accountType: "ETHEREUM_WALLET"
  /** 0x and 40 hexadecimal digits */
  address: string
  /** Asset to send */
  assetType?: "USDC"
}

export interface PaymentEurAccountInfo {
  accountType: "EUR_ACCOUNT"
  /** Country code, two check digits, 11 to 30 letters and digits */
  iban: string
  /** 8 or 11 letters and digits */
  swiftCode?: string
  /** Networks that reach this account */
  paymentRails: ("SEPA" | "SEPA_INSTANT")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentGbpAccountInfo {
  accountType: "GBP_ACCOUNT"
  /** 6 digits */
  sortCode: string
  /** 8 digits */
  accountNumber: string
  /** Networks that reach this account */
  paymentRails: ("FASTER_PAYMENTS")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentGhsAccountInfo {
  accountType: "GHS_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentGtqAccountInfo {
  accountType: "GTQ_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** Kind of bank account */
  bankAccountType: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentHkdAccountInfo {
  accountType: "HKD_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentHtgAccountInfo {
  accountType: "HTG_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentIdrAccountInfo {
  accountType: "IDR_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** International form: +62 and 9 to 12 digits */
  phoneNumber: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentInrAccountInfo {
  accountType: "INR_ACCOUNT"
  /** name@bank */
  vpa: string
  /** Networks that reach this account */
  paymentRails: ("UPI")[]
}

/** One way to pay */
export interface PaymentInstructions {
  accountOrWalletInfo: PaymentInstructionsAccountInfo
  /** Notes for the person who pays */
  instructionsNotes?: string
  /** The account belongs to the platform, not to the customer */
  isPlatformAccount?: boolean
}

/** Where to send the money */
export type PaymentInstructionsAccountInfo = PaymentUsdAccountInfo | PaymentEurAccountInfo | PaymentGbpAccountInfo | PaymentMxnAccountInfo | PaymentBrlAccountInfo | PaymentInrAccountInfo | PaymentSparkWalletInfo | PaymentLightningInvoiceInfo | PaymentSolanaWalletInfo | PaymentTronWalletInfo | PaymentPolygonWalletInfo | PaymentBaseWalletInfo | PaymentEthereumWalletInfo | PaymentEmbeddedWalletInfo | PaymentArsAccountInfo | PaymentCopAccountInfo | PaymentAedAccountInfo | PaymentCadAccountInfo | PaymentDkkAccountInfo | PaymentEgpAccountInfo | PaymentGtqAccountInfo | PaymentHkdAccountInfo | PaymentIdrAccountInfo | PaymentJmdAccountInfo | PaymentMyrAccountInfo | PaymentNgnAccountInfo | PaymentPhpAccountInfo | PaymentSgdAccountInfo | PaymentSwiftAccountInfo | PaymentThbAccountInfo | PaymentVndAccountInfo | PaymentZarAccountInfo | PaymentBdtAccountInfo | PaymentBwpAccountInfo | PaymentGhsAccountInfo | PaymentHtgAccountInfo | PaymentKesAccountInfo | PaymentMwkAccountInfo | PaymentPkrAccountInfo | PaymentRwfAccountInfo | PaymentSlvAccountInfo | PaymentTzsAccountInfo | PaymentUgxAccountInfo | PaymentXafAccountInfo | PaymentXofAccountInfo | PaymentZmwAccountInfo

export interface PaymentJmdAccountInfo {
  accountType: "JMD_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** 5 digits */
  branchCode: string
  /** Kind of bank account */
  bankAccountType: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentKesAccountInfo {
  accountType: "KES_ACCOUNT"
  /** International form: +254 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentLightningInvoiceInfo {
  accountType: "LIGHTNING"
  /** Begins with lnbc */
  invoice: string
}

export interface PaymentMwkAccountInfo {
  accountType: "MWK_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentMxnAccountInfo {
  accountType: "MXN_ACCOUNT"
  /** 18 digits */
  clabeNumber: string
  /** Networks that reach this account */
  paymentRails: ("SPEI")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentMyrAccountInfo {
  accountType: "MYR_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentNgnAccountInfo {
  accountType: "NGN_ACCOUNT"
  /** 10 digits */
  accountNumber: string
  /** Name of the bank */
  bankName: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

/** The payment outside; absent: it has not left, or never will */
export interface PaymentOutside {
  /** Id of the rail that carries the payment */
  rail: string
  facts: OutsideFact[]
}

export interface PaymentPhpAccountInfo {
  accountType: "PHP_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** 8 to 16 digits */
  accountNumber: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentPkrAccountInfo {
  accountType: "PKR_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** PK, 2 digits, 4 letters and 16 digits */
  iban?: string
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentPolygonWalletInfo {
  accountType: "POLYGON_WALLET"
  /** 0x and 40 hexadecimal digits */
  address: string
  /** Asset to send */
  assetType?: "USDC"
}

/** The network that carries the money */
export type PaymentRail = "ACH" | "BANK_TRANSFER" | "FAST" | "FASTER_PAYMENTS" | "FEDNOW" | "MOBILE_MONEY" | "NEFT" | "PAYNOW" | "PIX" | "RTGS" | "RTP" | "SEPA" | "SEPA_INSTANT" | "SPEI" | "SWIFT" | "UPI" | "WIRE" | "BASE" | "BITCOIN" | "ETHEREUM" | "LIGHTNING" | "POLYGON" | "SOLANA" | "SPARK" | "TRON"

export interface PaymentRwfAccountInfo {
  accountType: "RWF_ACCOUNT"
  /** International form: +250 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentSgdAccountInfo {
  accountType: "SGD_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Networks that reach this account */
  paymentRails: ("PAYNOW" | "FAST" | "BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentSlvAccountInfo {
  accountType: "SLV_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Kind of bank account */
  bankAccountType?: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentSolanaWalletInfo {
  accountType: "SOLANA_WALLET"
  /** 32 to 44 characters, base58 */
  address: string
  /** Asset to send */
  assetType?: "USDC" | "USDT"
}

export interface PaymentSparkWalletInfo {
  accountType: "SPARK_WALLET"
  /** Begins with spark1 */
  address: string
  /** Asset to send */
  assetType: "BTC" | "USDB"
  /** Invoice for exactly this payment */
  invoice?: string
}

export interface PaymentSwiftAccountInfo {
  accountType: "SWIFT_ACCOUNT"
  /** ISO 3166-1 alpha-2 */
  country: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber?: string
  /** Country code, two check digits, 11 to 30 letters and digits */
  iban?: string
  /** Name of the bank */
  accountHolderName: string
  /** Networks that reach this account */
  paymentRails: ("SWIFT")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentThbAccountInfo {
  accountType: "THB_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentTronWalletInfo {
  accountType: "TRON_WALLET"
  /** T and 33 characters, base58 */
  address: string
  /** Asset to send */
  assetType?: "USDT"
}

export interface PaymentTzsAccountInfo {
  accountType: "TZS_ACCOUNT"
  /** International form: +255 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentUgxAccountInfo {
  accountType: "UGX_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentUsdAccountInfo {
  accountType: "USD_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** 9 digits */
  routingNumber: string
  /** Name of the bank */
  bankName?: string
  /** Networks that reach this account */
  paymentRails: ("ACH" | "WIRE" | "RTP" | "FEDNOW")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentVndAccountInfo {
  accountType: "VND_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentXafAccountInfo {
  accountType: "XAF_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Country of the account */
  region: "CM" | "CG"
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentXofAccountInfo {
  accountType: "XOF_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Country of the account */
  region: "BJ" | "CI" | "SN" | "TG"
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentZarAccountInfo {
  accountType: "ZAR_ACCOUNT"
  /** 9 to 13 digits */
  accountNumber: string
  /** Name of the bank */
  bankName: string
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
  /** Must accompany the payment */
  reference: string
}

export interface PaymentZmwAccountInfo {
  accountType: "ZMW_ACCOUNT"
  /** International form: +260 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
  /** Must accompany the payment */
  reference: string
}

/** A transfer to a deposit address that is in a block and not final: a reorganization may still undo it */
export interface PendingDeposit {
  from: string
  to: string
  /** In major units, as the token’s decimals say */
  amount: string
  currency: string
  hash: string
  /** So far */
  confirmations: number
}

/** VIEW reads everything, TRANSACT moves money, MANAGE changes configuration, tokens, customers and external accounts. No permission implies another. */
export type Permission = "VIEW" | "TRANSACT" | "MANAGE"

export interface PhpExternalAccountCreateInfo {
  accountType: "PHP_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** 8 to 16 digits */
  accountNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface PhpExternalAccountInfo {
  accountType: "PHP_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** 8 to 16 digits */
  accountNumber: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface PkrExternalAccountCreateInfo {
  accountType: "PKR_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** PK, 2 digits, 4 letters and 16 digits */
  iban?: string
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface PkrExternalAccountInfo {
  accountType: "PKR_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** PK, 2 digits, 4 letters and 16 digits */
  iban?: string
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
}

export interface PlatformConfig {
  id: `PlatformConfig:${string}`
  /** Domain of the customers' UMA addresses */
  umaDomain?: string
  /** Subdomain to which incoming UMA requests are proxied */
  proxyUmaSubdomain?: string
  /** URL to which events are sent */
  webhookEndpoint?: string
  supportedCurrencies: PlatformCurrencyConfig[]
  /** Set by the operator; a regulated platform verifies its customers itself */
  isRegulatedFinancialInstitution: boolean
  embeddedWalletConfig?: EmbeddedWalletConfig
  createdAt: string
  updatedAt: string
}

export interface PlatformConfigUpdateRequest {
  /** Domain of the customers' UMA addresses */
  umaDomain?: string
  /** URL to which events are sent */
  webhookEndpoint?: string
  supportedCurrencies?: PlatformCurrencyConfigUpdate[]
  embeddedWalletConfig?: EmbeddedWalletConfig
}

/** A currency that customers can hold, send and receive */
export interface PlatformCurrencyConfig {
  currencyCode: string
  /** Smallest payment, in minor units */
  minAmount: number
  /** Largest payment, in minor units */
  maxAmount: number
  /** Counterparty details that the platform requires */
  requiredCounterpartyFields: CounterpartyFieldDefinition[]
  enabledTransactionTypes: TransactionType[]
  /** Customer details that the rails require */
  providerRequiredCustomerFields?: CustomerInfoFieldName[]
  /** Counterparty details that the rails require */
  providerRequiredCounterpartyCustomerFields?: CustomerInfoFieldName[]
}

export interface PlatformCurrencyConfigUpdate {
  currencyCode: string
  /** Smallest payment, in minor units */
  minAmount: number
  /** Largest payment, in minor units */
  maxAmount: number
  /** Counterparty details that the platform requires */
  requiredCounterpartyFields: CounterpartyFieldDefinition[]
  enabledTransactionTypes: TransactionType[]
}

export interface PlatformExternalAccountCreateRequest {
  currency: string
  accountInfo: ExternalAccountCreateInfo
  /** The platform's own id of the account */
  platformAccountId?: string
}

/** The platform's own fee for this payment. It is charged to the sender in addition to the service's fee, and credited to the platform's internal account in the sending currency when the payment completes; it is refunded if the payment fails */
export interface PlatformFeeOverride {
  platformFixedFee: {
    /** In minor units */
    amount: number
    /** The sending currency: its code, or a currency object */
    currency: string | ({
      code: string
    })
  }
  /** Fraction of the amount sent less fixed fees, in basis points */
  platformVariableFeeBps: number
}

export interface PolygonWalletExternalAccountInfo {
  accountType: "POLYGON_WALLET"
  /** 0x and 40 hexadecimal digits */
  address: string
  beneficiary?: IndividualBeneficiary | BusinessBeneficiary
}

/** An amount that left one account and reached another: the debit of `from` and the credit of `to` */
export interface Posting {
  /** In the smallest unit of the currency */
  amount: number
  currency: Currency
  /** Number of the posting within its payment or purchase */
  line: number
  from: PostingSide
  to: PostingSide
  at: string
}

export interface PostingListResponse {
  data: LedgerPosting[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface PostingSide {
  id: `InternalAccount:${string}` | `HouseAccount:${string}`
  /** Name of the owner, or of the house account */
  name: string
  houseAccount?: HouseAccount
  /** Description of a house account */
  about?: string
  /** Balance after it, in minor units; absent for house accounts, whose balances are sums */
  after?: number
}

export interface Purchase {
  transaction: CardTransaction
  sums: PurchaseSums
}

/** Minor units of the card's currency */
export interface PurchaseSums {
  /** Held at the funding source */
  held: number
  /** Cleared by merchants, less what they returned later */
  cleared: number
  refunded: number
  /** Cleared, and not covered by the funding source */
  owed: number
}

export type PurposeOfAccount = "CONTRACTOR_PAYOUTS" | "CREATOR_PAYOUTS" | "EMPLOYEE_PAYOUTS" | "MARKETPLACE_SELLER_PAYOUTS" | "SUPPLIER_PAYMENTS" | "CROSS_BORDER_B2B" | "AR_AUTOMATION" | "AP_AUTOMATION" | "EMBEDDED_PAYMENTS" | "PLATFORM_FEE_COLLECTION" | "P2P_TRANSFERS" | "CHARITABLE_DONATIONS" | "OTHER"

/** Why the payment is made; some countries require it */
export type PurposeOfPayment = "GIFT" | "SELF" | "GOODS_OR_SERVICES" | "EDUCATION" | "HEALTH_OR_MEDICAL" | "REAL_ESTATE_PURCHASE" | "TAX_PAYMENT" | "LOAN_PAYMENT" | "UTILITY_BILL" | "DONATION" | "TRAVEL" | "FAMILY_SUPPORT" | "SALARY_PAYMENT" | "OTHER"

/** A price that holds until `expiresAt`: (totalSendingAmount − feesIncluded) ÷ exchangeRate = totalReceivingAmount, in major units */
export interface Quote {
  id: `Quote:${string}`
  status: QuoteStatus
  createdAt: string
  expiresAt: string
  source: QuoteSource
  destination: QuoteDestination
  sendingCurrency: Currency
  receivingCurrency: Currency
  /** Debited from the sender, fees included; minor units of the sending currency */
  totalSendingAmount: number
  /** Credited to the receiver; minor units of the receiving currency */
  totalReceivingAmount: number
  /** Sending currency for one unit of the receiving currency, in major units, after fees */
  exchangeRate: number
  /** Part of the total sent; minor units of the sending currency */
  feesIncluded: number
  /** The platform's own part of `feesIncluded`; minor units of the sending currency */
  platformFeesIncluded?: number
  transactionId: `Transaction:${string}`
  /** Free text for the platform's own records */
  description?: string
  /** Text for the receiver's statement; it travels with the payment over the rail */
  remittanceInformation?: string
  purposeOfPayment?: PurposeOfPayment
  paymentInstructions?: PaymentInstructions[]
  counterpartyInformation?: CounterpartyInformation
  rateDetails?: OutgoingRateDetails
  /** For a wallet as the source: the payload that its holder signs to execute the quote */
  payloadToSign?: string
}

export type QuoteDestination = AccountDestination | UmaAddressDestination

export interface QuoteListResponse {
  data: Quote[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/** Which amount is fixed; the other follows from rate and fees */
export type QuoteLockSide = "SENDING" | "RECEIVING"

export interface QuoteRequest {
  source: QuoteSource
  destination: QuoteDestination
  lockedCurrencySide: QuoteLockSide
  /** Minor units of the currency of the locked side */
  lockedCurrencyAmount: number
  /** From a receiver lookup; required for UMA destinations */
  lookupId?: string
  /** Execute immediately, from a balance or by a pull. A quote with real-time funding is always executed when the money arrives */
  immediatelyExecute?: boolean
  /** Free text for the platform's own records */
  description?: string
  /** Text for the receiver's statement; it travels with the payment over the rail */
  remittanceInformation?: string
  purposeOfPayment?: PurposeOfPayment
  platformFeeOverride?: PlatformFeeOverride
  /** Details of the sender that the receiver requires, by field name */
  senderCustomerInfo?: Record<string, unknown>
}

export type QuoteSource = AccountQuoteSource | RealtimeFundingQuoteSource

/**
 * - `PENDING`: The rate is locked until `expiresAt`.
 * - `PROCESSING`: Executed; the payment is in progress.
 * - `COMPLETED`: The payment has completed.
 * - `FAILED`: The payment has failed.
 * - `EXPIRED`: The locked rate expired before the quote was executed.
 */
export type QuoteStatus = "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED"

export interface RailHealth {
  status: "UP" | "DEGRADED" | "DOWN"
  detail?: string
}

export interface RailHolding {
  currency: Currency
  /** What the rail holds; absent: not seen yet, in minor units */
  float?: string
  /** Payouts that the float still contains, in minor units */
  inFlight: string
  asOf?: string
  seenAt?: string
}

/** Lines of the routing table that differ only in currency and account types */
export interface RailLine {
  direction: "OUT" | "PULL" | "IN"
  scheme: string
  currencies: string[]
  /** Minor units; absent: no limit */
  minAmount?: number
  /** Minor units; absent: no limit */
  maxAmount?: number
  cutOff?: string
  settlement: string
  fee: string
}

/** A statement of the rail compared with the ledger */
export interface RailStatement {
  /** By which the rail identifies it */
  name: string
  currency: Currency
  /** Statement less ledger, in minor units */
  difference: string
  /** What only one of the two has so far, in minor units */
  onTheWay: string
  /** Movements that differ; their sum may be zero */
  movements: number
  comparedAt: string
}

export interface RailStatus {
  /** Id of the rail */
  rail: string
  health: RailHealth
  /** Payments of the platform that were submitted to it and have not ended */
  inTransit: number
  /** What it holds outside, of all platforms together */
  holdings: RailHolding[]
  /** Its arrivals that are in suspense, of all platforms */
  inSuspense: number
  statement?: RailStatement
  lines: RailLine[]
}

export interface RailsStatus {
  /** In order of preference */
  rails: RailStatus[]
}

/** Where an exchange rate comes from */
export interface RateOrigin {
  /** Host names */
  sources: string[]
  /** Mid-market rate: sending units for one receiving unit */
  midRate: string
  /** Fraction by which the quote's rate is worse */
  spread: string
  at: string
}

export interface RateOrigins {
  /** By the code of the other currency */
  origins: Record<string, RateOrigin>
}

/** Money that arrives by the payment instructions of the quote and executes it */
export interface RealtimeFundingQuoteSource {
  sourceType: "REALTIME_FUNDING"
  currency: string
  customerId?: `Customer:${string}`
  cryptoNetwork?: CryptoNetwork
}

export interface RealtimeFundingTransactionSource {
  sourceType: "REALTIME_FUNDING"
  currency: string
  customerId?: `Customer:${string}`
}

export interface ReceiverExternalAccountLookupResponse {
  lookupId: `Lookup:${string}`
  supportedCurrencies: CurrencyPreference[]
  /** Sender details that the quote must contain in `senderCustomerInfo` */
  requiredPayerDataFields?: CounterpartyFieldDefinition[]
  accountId: `ExternalAccount:${string}`
}

export interface ReceiverUmaLookupResponse {
  lookupId: `Lookup:${string}`
  supportedCurrencies: CurrencyPreference[]
  /** Sender details that the quote must contain in `senderCustomerInfo` */
  requiredPayerDataFields?: CounterpartyFieldDefinition[]
  /** Universal Money Address: `$name@domain` */
  receiverUmaAddress: string
}

/** How to find the payment in a bank statement or on a chain */
export interface ReconciliationInstructions {
  /** Identical on both sides of the payment */
  reference?: string
  /** Transaction hash on the chain of the payment */
  transactionHash?: string
}

/** The return of the money to the sender */
export interface Refund {
  reference: string
  initiatedAt: string
  settledAt?: string
  /**
   * - `PENDING`: The money is being returned.
   * - `COMPLETED`: The money was returned.
   * - `FAILED`: The money could not be returned; it is in suspense, and an operator must act.
   */
  status: "PENDING" | "COMPLETED" | "FAILED"
  reason?: "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT"
}

export interface RejectPaymentRequest {
  /** Free text for the platform's own use */
  reason?: string
}

export interface RwfExternalAccountCreateInfo {
  accountType: "RWF_ACCOUNT"
  /** International form: +250 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface RwfExternalAccountInfo {
  accountType: "RWF_ACCOUNT"
  /** International form: +250 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

export interface SandboxCardAuthorizationAdviceRequest {
  cardTransactionId: `CardTransaction:${string}`
  /** The new total. In minor units of the card's currency */
  amount: number
}

export interface SandboxCardAuthorizationRequest {
  /** In minor units of `currency` */
  amount: number
  /** A currency object, of which only the code is used: the card's currency. A card in USDB also accepts USD; a cent is 10,000 minor units of USDB */
  currency: {
    code?: string
    name?: string
    symbol?: string
    decimals?: number
  }
  merchant: CardMerchant
}

export interface SandboxCardBalanceInquiryRequest {
  merchant: CardMerchant
}

/** `available` is the largest purchase that would be approved now */
export interface SandboxCardBalanceInquiryResponse {
  cardId: `Card:${string}`
  available: CurrencyAmount
}

export interface SandboxCardClearingRequest {
  cardTransactionId: `CardTransaction:${string}`
  /** In minor units of the card's currency */
  amount: number
}

export interface SandboxCardReturnRequest {
  cardTransactionId: `CardTransaction:${string}`
  /** In minor units of the card's currency */
  amount: number
}

export interface SandboxCardReturnReversalRequest {
  cardTransactionId: `CardTransaction:${string}`
}

export interface SandboxClock {
  now: string
  /** Whether the clock is stopped; it can still be moved */
  frozen: boolean
  /** Scheduled jobs of the platform, soonest first; at most 100 */
  due: SandboxClockDue[]
  moving?: SandboxClockMove
}

export interface SandboxClockAdvanceRequest {
  seconds: number
}

export interface SandboxClockAdvanceToRequest {
  time: string
}

export interface SandboxClockDue {
  at: string
  /** Name of the job */
  what: string
  /** Number of objects */
  count: number
}

/** The current move, with the jobs of all platforms; absent when there is none */
export interface SandboxClockMove {
  to: string
  /** Objects processed since the move began */
  done: number
  /** Objects scheduled until `to` */
  left: number
}

export interface SandboxFundRequest {
  /** In minor units of the account's currency */
  amount: number
}

export interface SandboxInboxResponse {
  data: SandboxMail[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface SandboxInternalAccountCreateRequest {
  customerId: `Customer:${string}`
  currency: string
}

/** A mail that the sandbox has sent */
export interface SandboxMail {
  id: `Mail:${string}`
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** One-time codes in the mail */
  codes: string[]
  createdAt: string
}

/** A new platform, and a token with every permission */
export interface SandboxPlatform {
  name: string
  platform: PlatformConfig
  token: ApiToken
  /** Verifies the Standard Webhooks signature of its events */
  webhookSecret: string
}

export interface SandboxPlatformCreateRequest {
  name: string
}

export interface SandboxReceivedWebhook {
  receivedAt: string
  /** The first 16 KB */
  body: string
  /** `X-Service-Signature`, by a published key */
  isServiceSignatureValid: boolean
  /** `webhook-signature` of Standard Webhooks, by the secret of the platform, at most five minutes old */
  isStandardSignatureValid: boolean
}

export interface SandboxSendRequest {
  quoteId: `Quote:${string}`
  currencyCode: string
  /** In minor units; default: the amount of the quote */
  currencyAmount?: number
}

export interface SandboxUmaReceiveRequest {
  /** Universal Money Address: `$name@domain` */
  senderUmaAddress: string
  /** Universal Money Address: `$name@domain` */
  receiverUmaAddress?: string
  customerId?: `Customer:${string}`
  receivingCurrencyCode: string
  /** In minor units of the receiving currency */
  receivingCurrencyAmount: number
}

export interface SandboxWebhookReceiver {
  url: string
  received: SandboxReceivedWebhook[]
}

export interface SessionListResponse {
  data: AuthSession[]
}

export interface SgdExternalAccountCreateInfo {
  accountType: "SGD_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface SgdExternalAccountInfo {
  accountType: "SGD_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("PAYNOW" | "FAST" | "BANK_TRANSFER")[]
}

export interface SignedEvent {
  /** Byte for byte: what the signatures are over */
  body: string
  /** Of the request, with both signatures */
  headers: Record<string, string>
}

/** Nothing was executed. Repeat the same request before `expiresAt` with the headers `Service-Wallet-Signature` (the signature of `payloadToSign`) and `Request-Id` (`requestId`) */
export interface SignedRequestChallenge {
  /** Sign these exact bytes with the key of a session of the wallet: ECDSA P-256 with SHA-256 */
  payloadToSign: string
  requestId: `Request:${string}`
  expiresAt: string
}

export interface SlvExternalAccountCreateInfo {
  accountType: "SLV_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Kind of bank account */
  bankAccountType?: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface SlvExternalAccountInfo {
  accountType: "SLV_ACCOUNT"
  /** Up to 34 characters */
  accountNumber?: string
  /** Kind of bank account */
  bankAccountType?: "CHECKING" | "SAVINGS"
  /** Name of the bank */
  bankName?: string
  /** International form: +, country code, number */
  phoneNumber?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER" | "MOBILE_MONEY")[]
}

export interface SolanaWalletExternalAccountInfo {
  accountType: "SOLANA_WALLET"
  /** 32 to 44 characters, base58 */
  address: string
  beneficiary?: IndividualBeneficiary | BusinessBeneficiary
}

export interface SparkWalletExternalAccountInfo {
  accountType: "SPARK_WALLET"
  /** Begins with spark1 */
  address: string
  beneficiary?: IndividualBeneficiary | BusinessBeneficiary
}

export interface StatementEntry {
  /** In the smallest unit of the currency */
  amount: number
  currency: Currency
  direction: "IN" | "OUT"
  /** Balance after it, in minor units */
  after: number
  other: LedgerAccount
  cause: LedgerCause
  at: string
}

export interface StreamedEvent {
  id: `Webhook:${string}`
  type: "OUTGOING_PAYMENT.PENDING" | "OUTGOING_PAYMENT.PROCESSING" | "OUTGOING_PAYMENT.COMPLETED" | "OUTGOING_PAYMENT.FAILED" | "OUTGOING_PAYMENT.EXPIRED" | "OUTGOING_PAYMENT.REFUND_PENDING" | "OUTGOING_PAYMENT.REFUND_COMPLETED" | "OUTGOING_PAYMENT.REFUND_FAILED" | "INCOMING_PAYMENT.PENDING" | "INCOMING_PAYMENT.COMPLETED" | "INCOMING_PAYMENT.FAILED" | "CUSTOMER.KYC_APPROVED" | "CUSTOMER.KYC_REJECTED" | "CUSTOMER.KYC_PENDING" | "CUSTOMER.KYB_APPROVED" | "CUSTOMER.KYB_REJECTED" | "CUSTOMER.KYB_PENDING" | "INTERNAL_ACCOUNT.BALANCE_UPDATED" | "INTERNAL_ACCOUNT.STATUS_UPDATED" | "INTERNAL_ACCOUNT.EXPORTED" | "EXTERNAL_ACCOUNT.STATUS_UPDATED" | "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION" | "INVITATION.CLAIMED" | "BULK_UPLOAD.COMPLETED" | "BULK_UPLOAD.FAILED" | "CARD.STATE_CHANGE" | "CARD.FUNDING_SOURCE_CHANGE" | "CARD_TRANSACTION.AUTHORIZED" | "CARD_TRANSACTION.PARTIALLY_SETTLED" | "CARD_TRANSACTION.SETTLED" | "CARD_TRANSACTION.REFUNDED" | "CARD_TRANSACTION.EXCEPTION" | "AGENT_ACTION.PENDING_APPROVAL" | "TEST"
  resourceId?: string
  /** Number of the event within its resource, from 1 */
  sequence: number
  createdAt: string
  /** The body of the webhook, byte for byte */
  body: string
}

export interface SwiftExternalAccountCreateInfo {
  accountType: "SWIFT_ACCOUNT"
  /** ISO 3166-1 alpha-2 */
  country: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber?: string
  /** Country code, two check digits, 11 to 30 letters and digits */
  iban?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface SwiftExternalAccountInfo {
  accountType: "SWIFT_ACCOUNT"
  /** ISO 3166-1 alpha-2 */
  country: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber?: string
  /** Country code, two check digits, 11 to 30 letters and digits */
  iban?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("SWIFT")[]
}

export interface SystemStatus {
  /** Of the program */
  version: string
  /** Of the API, in its path */
  apiVersion: string
  mode: "sandbox" | "production"
  /** Version of Node.js */
  node: string
  startedAt: string
  database: DatabaseStatus
  /** In the order in which they are claimed */
  jobs: JobClassStatus[]
}

export interface TestWebhookRequest {
  id: `Webhook:${string}`
  type: "TEST"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: {}
}

export interface TestWebhookResponse {
  /** URL that the event was sent to */
  url?: string
  /** HTTP status of the response */
  response_status: number
  /** Start of the response body */
  response_body?: string
}

export interface ThbExternalAccountCreateInfo {
  accountType: "THB_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface ThbExternalAccountInfo {
  accountType: "THB_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface TokenAmount {
  from: string
  to: string
  /** In major units, as the token’s decimals say */
  amount: string
  currency: string
}

export interface TokenListResponse {
  data: ApiToken[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export type Transaction = IncomingTransaction | OutgoingTransaction

/** Where the money goes */
export type TransactionDestination = AccountTransactionDestination | UmaAddressTransactionDestination

/** `twinId` is a transaction with the same reference: the other side of a payment between two customers, or the transfer that forwards it to a deposit account. */
export interface TransactionHistory {
  transaction: Transaction
  quote?: Quote
  rateOrigin?: RateOrigin
  outside?: PaymentOutside
  /** When the rail is polled next; in the sandbox only, while the payment is in progress */
  nextCheckAt?: string
  twinId?: `Transaction:${string}`
  parties: Party[]
  postings: Posting[]
  events: DeliveredEvent[]
  /** In order; empty for other payments */
  umaMessages: ExchangedMessage[]
}

export interface TransactionListResponse {
  data: Transaction[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

/** Where the money comes from */
export type TransactionSource = AccountTransactionSource | UmaAddressTransactionSource | RealtimeFundingTransactionSource

/**
 * - `CREATED`: A receiver was looked up; there is no quote yet.
 * - `PENDING`: Not started yet: a quote waits to be executed, a transfer waits for its rail, or an incoming payment waits for approval.
 * - `PROCESSING`: The source is debited and the payment is in progress.
 * - `COMPLETED`: The money has arrived at its destination.
 * - `REJECTED`: The receiving side rejected it; the money was returned to the source.
 * - `FAILED`: It failed; the money was returned to the source, or is in suspense if that failed too.
 * - `REFUNDED`: It failed, and the money was sent back over a rail to an external source.
 * - `EXPIRED`: The quote expired before it was executed. No money has moved.
 */
export type TransactionStatus = "CREATED" | "PENDING" | "PROCESSING" | "COMPLETED" | "REJECTED" | "FAILED" | "REFUNDED" | "EXPIRED"

/** Whether the customer receives or sends */
export type TransactionType = "INCOMING" | "OUTGOING"

export interface TransferInRequest {
  source: ExternalAccountReference
  destination: InternalAccountReference
  /** In minor units; required */
  amount?: number
}

export interface TransferOutRequest {
  source: InternalAccountReference
  destination: ExternalAccountReference
  /** In minor units; absent: the whole available balance */
  amount?: number
  /** Text for the receiver's statement; it travels with the payment over the rail */
  remittanceInformation?: string
  purposeOfPayment?: PurposeOfPayment
}

export interface TrialBalance {
  /** Places that hold something */
  lines: TrialBalanceLine[]
}

export interface TrialBalanceLine {
  currency: Currency
  /** `customers` for all accounts of the customers and the platform, otherwise the role of a house account */
  place: string
  /** Description of the place */
  about: string
  /** Balance, in minor units */
  amount: string
}

export interface TronWalletExternalAccountInfo {
  accountType: "TRON_WALLET"
  /** T and 33 characters, base58 */
  address: string
  beneficiary?: IndividualBeneficiary | BusinessBeneficiary
}

export interface TzsExternalAccountCreateInfo {
  accountType: "TZS_ACCOUNT"
  /** International form: +255 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface TzsExternalAccountInfo {
  accountType: "TZS_ACCOUNT"
  /** International form: +255 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

export interface UgxExternalAccountCreateInfo {
  accountType: "UGX_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface UgxExternalAccountInfo {
  accountType: "UGX_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

/** The owner of a UMA address at this or another institution */
export interface UmaAddressDestination {
  destinationType: "UMA_ADDRESS"
  /** Universal Money Address: `$name@domain` */
  umaAddress: string
  currency?: string
}

export interface UmaAddressTransactionDestination {
  destinationType: "UMA_ADDRESS"
  /** Universal Money Address: `$name@domain` */
  umaAddress: string
  currency?: string
}

export interface UmaAddressTransactionSource {
  sourceType: "UMA_ADDRESS"
  /** Universal Money Address: `$name@domain` */
  umaAddress: string
  currency?: string
}

/** An invitation. The service makes no payment because of it; the platform may, once it is claimed. */
export interface UmaInvitation {
  /** Eight random hexadecimal digits */
  code: string
  /** Page for the invited person, at the platform's UMA domain */
  url: string
  status: UmaInvitationStatus
  /** Universal Money Address: `$name@domain` */
  inviterUma: string
  /** Universal Money Address: `$name@domain` */
  inviteeUma?: string
  /** First name of the invited person */
  firstName?: string
  amountToSend?: CurrencyAmount
  createdAt: string
  claimedAt?: string
  expiresAt?: string
}

export interface UmaInvitationClaimRequest {
  /** Universal Money Address: `$name@domain` */
  inviteeUma: string
}

export interface UmaInvitationCreateRequest {
  /** Universal Money Address: `$name@domain` */
  inviterUma: string
  /** First name of the invited person */
  firstName?: string
  /** In minor units of the inviter's first currency, or of the platform's first if the inviter has no list of their own */
  amountToSend?: number
  /** Must be in the future, at most 100 years ahead; absent: the invitation does not expire */
  expiresAt?: string
}

/**
 * - `PENDING`: Not claimed yet.
 * - `CLAIMED`: The invitee has signed up, and their UMA address is known.
 * - `EXPIRED`: It was not claimed before `expiresAt`.
 * - `CANCELLED`: The platform has cancelled it.
 */
export type UmaInvitationStatus = "PENDING" | "CLAIMED" | "EXPIRED" | "CANCELLED"

/** An institution with UMA addresses */
export interface UmaProvider {
  name: string
  /** Domain of its UMA addresses */
  domain: string
  /** Countries of its customers; empty: unknown */
  supportedRegions: string[]
  /** Currencies that its customers receive; empty: unknown */
  supportedCurrencies: Currency[]
  logoUrl?: string
  /** Legal Entity Identifier, ISO 17442 */
  lei?: string
  /** Whether the platform allows payments with it; a payment to a blocked institution is refused with COUNTERPARTY_NOT_ALLOWED */
  allowListStatus: boolean
}

export interface UmaProviderListResponse {
  data: UmaProvider[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface UsdExternalAccountCreateInfo {
  accountType: "USD_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** 9 digits */
  routingNumber: string
  /** Name of the bank */
  bankName?: string
  /** Kind of bank account */
  bankAccountType?: "CHECKING" | "SAVINGS"
  /** Name of the intermediary bank, for wires */
  intermediaryBankName?: string
  /** 9 digits */
  intermediaryRoutingNumber?: string
  /** Message between the banks, for wires */
  fiToFiInformation?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface UsdExternalAccountInfo {
  accountType: "USD_ACCOUNT"
  /** Up to 34 characters */
  accountNumber: string
  /** 9 digits */
  routingNumber: string
  /** Name of the bank */
  bankName?: string
  /** Kind of bank account */
  bankAccountType?: "CHECKING" | "SAVINGS"
  /** Name of the intermediary bank, for wires */
  intermediaryBankName?: string
  /** 9 digits */
  intermediaryRoutingNumber?: string
  /** Message between the banks, for wires */
  fiToFiInformation?: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("ACH" | "WIRE" | "RTP" | "FEDNOW")[]
}

/** One verification of the identity of a customer */
export interface Verification {
  id: `Verification:${string}`
  customerId: `Customer:${string}`
  verificationStatus: VerificationStatus
  /** Empty unless RESOLVE_ERRORS or REJECTED */
  errors: VerificationError[]
  createdAt: string
  updatedAt: string
}

/** A reason why the verification cannot succeed */
export interface VerificationError {
  resourceId: `Customer:${string}` | `BeneficialOwner:${string}` | `Document:${string}`
  type: VerificationErrorType
  /** Dot path within the resource, for MISSING_FIELD and INVALID_FIELD */
  field?: string
  /** Document types of which one is enough, where a document is missing */
  acceptedDocumentTypes?: DocumentType[]
  /** Human-readable; the wording may change */
  reason: string
}

export type VerificationErrorType = "MISSING_FIELD" | "INVALID_FIELD" | "MISSING_LEGAL_PRESENCE_DOCUMENT" | "MISSING_CONTROL_STRUCTURE_DOCUMENT" | "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT" | "MISSING_PROOF_OF_ADDRESS_DOCUMENT" | "MISSING_IDENTITY_DOCUMENT" | "INVALID_DOCUMENT" | "EXPIRED_DOCUMENT" | "POOR_QUALITY_DOCUMENT" | "SUSPECTED_FRAUD_DOCUMENT" | "WRONG_DOCUMENT_TYPE" | "INCOMPLETE_DOCUMENT" | "UNREADABLE_DOCUMENT" | "DOCUMENT_VERIFICATION_FAILED" | "APPLICANT_SANCTIONED" | "APPLICANT_FRAUD" | "APPLICANT_CRIMINAL_RECORD" | "APPLICANT_REJECTED" | "MISSING_BENEFICIAL_OWNER"

export interface VerificationListResponse {
  data: Verification[]
  /** There are more items after this page */
  hasMore: boolean
  /** Present when `hasMore` is true */
  nextCursor?: string
  /** All matches, on all pages: exact up to 10,000, beyond that an estimate */
  totalCount: number
  /** Present when `totalCount` is an estimate */
  isTotalCountEstimated?: true
}

export interface VerificationRequest {
  customerId: `Customer:${string}`
}

/**
 * - `RESOLVE_ERRORS`: Something is missing, see `errors`. The platform supplies it and submits again.
 * - `PENDING_MANUAL_REVIEW`: Under manual review.
 * - `IN_PROGRESS`: The identity provider is checking it.
 * - `APPROVED`: The customer's identity is verified.
 * - `REJECTED`: The customer was rejected. Another verification may be submitted.
 * - `READY_FOR_VERIFICATION`: Not used: a verification starts when it is submitted.
 */
export type VerificationStatus = "RESOLVE_ERRORS" | "PENDING_MANUAL_REVIEW" | "IN_PROGRESS" | "APPROVED" | "REJECTED" | "READY_FOR_VERIFICATION"

export interface VerificationWebhook {
  id: `Webhook:${string}`
  type: "VERIFICATION.APPROVED" | "VERIFICATION.REJECTED" | "VERIFICATION.RESOLVE_ERRORS" | "VERIFICATION.IN_PROGRESS" | "VERIFICATION.PENDING_MANUAL_REVIEW" | "VERIFICATION.READY_FOR_VERIFICATION"
  timestamp: string
  /** Number of the event within its object, from 1; an event with a lower number is older */
  sequence: number
  data: Verification
}

export interface VndExternalAccountCreateInfo {
  accountType: "VND_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface VndExternalAccountInfo {
  accountType: "VND_ACCOUNT"
  /** Name of the bank */
  bankName: string
  /** Up to 34 characters */
  accountNumber: string
  /** 8 or 11 letters and digits */
  swiftCode: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface WebhookEndpoint {
  /** Absent when none is set */
  url?: string
  /** DISABLED: it answered 410 or was silent for seven days; setting `webhookEndpoint` enables it */
  state: "NOT_SET" | "ENABLED" | "DISABLED"
  disabledAt?: string
  /** When it last accepted an event */
  lastSuccessAt?: string
  /** First failure of the oldest event that is being retried */
  failingSince?: string
  /** Events to be delivered, among the newest 10000 */
  pendingEvents: number
  /** Keys that verify `X-Service-Signature`, newest first, as JSON Web Keys; also at `/.well-known/jwks.json` */
  publicKeys: (Record<string, unknown>)[]
}

export interface XafExternalAccountCreateInfo {
  accountType: "XAF_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Country of the account */
  region: "CM" | "CG"
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface XafExternalAccountInfo {
  accountType: "XAF_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Country of the account */
  region: "CM" | "CG"
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

export interface XofExternalAccountCreateInfo {
  accountType: "XOF_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Country of the account */
  region: "BJ" | "CI" | "SN" | "TG"
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface XofExternalAccountInfo {
  accountType: "XOF_ACCOUNT"
  /** International form: +, country code, number */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  /** Country of the account */
  region: "BJ" | "CI" | "SN" | "TG"
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}

export interface ZarExternalAccountCreateInfo {
  accountType: "ZAR_ACCOUNT"
  /** 9 to 13 digits */
  accountNumber: string
  /** Name of the bank */
  bankName: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface ZarExternalAccountInfo {
  accountType: "ZAR_ACCOUNT"
  /** 9 to 13 digits */
  accountNumber: string
  /** Name of the bank */
  bankName: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("BANK_TRANSFER")[]
}

export interface ZmwExternalAccountCreateInfo {
  accountType: "ZMW_ACCOUNT"
  /** International form: +260 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
}

export interface ZmwExternalAccountInfo {
  accountType: "ZMW_ACCOUNT"
  /** International form: +260 and 9 digits */
  phoneNumber: string
  /** Mobile money provider */
  provider: string
  beneficiary: IndividualBeneficiary | BusinessBeneficiary
  /** Networks that reach this account */
  paymentRails: ("MOBILE_MONEY")[]
}
