/** Receiver lookups: what a receiver accepts and which sender information they require, before a quote is made. */
import Type, { type Static } from 'typebox'
import { Currency, UmaAddress } from '../elements.ts'
import { operations } from '../operation.ts'
import { CounterpartyFieldDefinition } from '../platform/config.ts'
import { amount, id } from '../schema.ts'

const CurrencyPreference = Type.Object(
  {
    currency: Currency,
    estimatedExchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description:
        'Units of this currency for one US dollar, in major units; not locked. The inverse of the rate on a quote.',
    }),
    min: amount({ minimum: 1, description: 'In minor units of this currency' }),
    max: amount({ minimum: 1, description: 'In minor units of this currency' }),
  },
  { $id: 'CurrencyPreference', description: 'A currency that the receiver accepts' },
)

const common = {
  lookupId: id('Lookup'),
  supportedCurrencies: Type.Array(CurrencyPreference),
  requiredPayerDataFields: Type.Optional(
    Type.Array(CounterpartyFieldDefinition, {
      description: 'Sender details that the quote must contain in `senderCustomerInfo`',
    }),
  ),
}

export const UmaLookup = Type.Object(
  { ...common, receiverUmaAddress: UmaAddress },
  { $id: 'ReceiverUmaLookupResponse' },
)
export type UmaLookup = Static<typeof UmaLookup>
export const ExternalAccountLookup = Type.Object(
  { ...common, accountId: id('ExternalAccount') },
  { $id: 'ReceiverExternalAccountLookupResponse' },
)
export type ExternalAccountLookup = Static<typeof ExternalAccountLookup>

const tag = 'Receivers'
const query = Type.Object({
  senderUmaAddress: Type.Optional(UmaAddress),
  customerId: Type.Optional(id('Customer')),
})

export const receiverOperations = operations({
  lookupUma: {
    method: 'GET',
    path: '/receiver/uma/{receiverUmaAddress}',
    tag,
    summary: 'Look up a UMA address',
    description: 'Queries the institution of the address. `$` and `@` may be sent as they are or percent-encoded.',
    permission: 'VIEW',
    params: Type.Object({ receiverUmaAddress: Type.String({ minLength: 1, maxLength: 320 }) }),
    query,
    replies: { 200: UmaLookup },
    errors: [
      'INVALID_UMA_ADDRESS',
      'COUNTERPARTY_NOT_ALLOWED',
      'USER_NOT_FOUND',
      'UMA_NOT_FOUND',
      'UNSUPPORTED_UMA_VERSION',
      'LNURLP_REQUEST_FAILED',
      'COUNTERPARTY_PUBKEY_FETCH_ERROR',
    ],
  },
  lookupExternalAccount: {
    method: 'GET',
    path: '/receiver/external-account/{accountId}',
    tag,
    summary: 'Look up an external account',
    permission: 'VIEW',
    params: Type.Object({ accountId: id('ExternalAccount') }),
    query,
    replies: { 200: ExternalAccountLookup },
    errors: ['USER_NOT_FOUND', 'ACCOUNT_NOT_ACTIVE'],
  },
})
