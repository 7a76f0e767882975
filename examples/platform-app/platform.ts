/** Platform: what Tidewater does for its customers, by calls of Causeway's API. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Card, Client, InternalAccount, WebhookEvent } from 'causeway-client'

/** A customer with a browser that is signed in. A real platform stores this in its database. */
export interface Person {
  readonly name: string
  readonly customerId: Card['cardholderId']
  readonly walletId: InternalAccount['id']
  /** For the next passkey; comes back with it. */
  readonly challenge: string
  /** Ids that the page may name in its own calls: of credentials and of quotes. */
  readonly owned: Set<string>
  credentialId?: string
  cardId?: Card['id']
}

/** What the page shows. */
export interface Home extends Pick<Person, 'name' | 'walletId' | 'challenge' | 'credentialId'> {
  readonly balance: string
  readonly card?: { readonly id: Card['id']; readonly state: Card['state']; readonly last4: string | undefined }
}

export interface PaymentRequest {
  /** US dollars. */
  readonly amount: string
  readonly name: string
  /** Number of a bank account in Mexico. */
  readonly clabe: string
}

export function platformOn(causeway: Client) {
  return {
    /** The customer is approved at once in the sandbox, and has a wallet from then on. */
    async signUp({ name, email }: { name: string; email: string }): Promise<Person> {
      const { id: customerId } = await causeway.createCustomer({
        customerType: 'INDIVIDUAL',
        platformCustomerId: randomUUID(),
        fullName: name,
        email,
      })
      const { data } = await causeway.listCustomerInternalAccounts({ customerId, type: 'EMBEDDED_WALLET' })
      const [wallet] = data
      if (!wallet) throw new Error(`${customerId} has no wallet`)
      const challenge = randomBytes(32).toString('base64url')
      return { name, customerId, walletId: wallet.id, challenge, owned: new Set() }
    },

    async home({ name, customerId, walletId, challenge, credentialId, cardId }: Person): Promise<Home> {
      const { data } = await causeway.listCustomerInternalAccounts({ customerId, type: 'EMBEDDED_WALLET' })
      const balance = data.find(({ id }) => id === walletId)?.balance
      const card = cardId && (await causeway.getCardById({ id: cardId }))
      return {
        name,
        walletId,
        challenge,
        credentialId,
        balance: balance ? withDecimals(balance.amount, balance.currency.decimals) : '0.00',
        ...(card && { card: { id: card.id, state: card.state, last4: card.last4 } }),
      }
    },

    /** The sandbox simulates a deposit of 100.00 to the wallet. */
    async fund({ walletId }: Person): Promise<void> {
      await causeway.sandboxFundInternalAccount({ accountId: walletId, amount: 100_000_000 })
    },

    /** A locked price. Nothing is paid before the customer signs its execution. */
    async quote({ customerId, walletId, owned }: Person, { amount, name, clabe }: PaymentRequest) {
      const { id: accountId } = await causeway.createCustomerExternalAccount({
        customerId,
        currency: 'MXN',
        accountInfo: {
          accountType: 'MXN_ACCOUNT',
          clabeNumber: clabe,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: name },
        },
      })
      const quote = await causeway.createQuote({
        source: { sourceType: 'ACCOUNT', accountId: walletId },
        destination: { destinationType: 'ACCOUNT', accountId },
        lockedCurrencySide: 'SENDING',
        // A dollar of the wallet has a million units.
        lockedCurrencyAmount: Math.round(Number(amount) * 100) * 10_000,
      })
      owned.add(quote.id)
      const { totalReceivingAmount, receivingCurrency } = quote
      return { id: quote.id, receives: withDecimals(totalReceivingAmount, receivingCurrency.decimals) }
    },

    /** A card that pays from the wallet, once the customer has signed that it may. */
    async issueCard(person: Person): Promise<void> {
      const { customerId, walletId } = person
      const card = await causeway.createCard({ cardholderId: customerId, form: 'VIRTUAL', fundingSources: [walletId] })
      person.cardId = card.id
    },

    /** The sandbox simulates a shop where the customer buys a coffee. */
    async buyCoffee({ cardId }: Person) {
      if (!cardId) throw new Error('There is no card yet')
      const { status, declineReason } = await causeway.sandboxSimulateCardAuthorization({
        id: cardId,
        amount: 450,
        currency: { code: 'USD' },
        merchant: { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' },
      })
      return { status, declineReason }
    },
  }
}

/** The customer that an event is about. */
export function customerOf({ data }: WebhookEvent): string | undefined {
  const about = { ...data } as { readonly customerId?: string; readonly cardholderId?: string }
  return about.customerId ?? about.cardholderId
}

const withDecimals = (amount: number, decimals: number): string => (amount / 10 ** decimals).toFixed(2)
