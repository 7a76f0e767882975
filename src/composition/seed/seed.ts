/** Seed data of a fresh sandbox: a platform, its customers, a card, an external account, and an agent. */
import type { CustomerCreateRequest } from '../../../contract/customers/customers.ts'
import { newId } from '../../core/ids.ts'
import { approveCustomer } from '../../domain/customers/approve-customer.ts'
import { createCustomer } from '../../domain/customers/create-customer.ts'
import { registerExternalAccount } from '../../domain/payments/external-accounts/register-external-account.ts'
import { blockProvider } from '../../domain/payments/receivers/block-provider.ts'
import { sandboxFundInternalAccount } from '../../domain/sandbox/sandbox-fund-internal-account.ts'
import type { Command } from '../../engine/rows.ts'
import { COMMON_CURRENCIES, type MadePlatform, makePlatform } from '../../operator/make-platform.ts'
import { sandboxIdentity } from '../../providers/identity/sandbox.ts'
import { BLOCKED_DOMAIN } from '../../providers/institutions/sandbox.ts'
import type { App } from '../app.ts'
import { seedAgent } from './seed-agent.ts'
import { seedCard } from './seed-card.ts'

/** Client id and secret for the first call; written to credentials.json. */
export type Credentials = Omit<MadePlatform, 'umaDomain' | 'platformId'>

export const SEED_CURRENCIES = COMMON_CURRENCIES

/** Creates a platform with a token that has every permission. */
export const seedPlatform = (app: App, name: string, umaDomain: string): Promise<MadePlatform> =>
  makePlatform(app, { name, umaDomain, currencies: SEED_CURRENCIES, tokenName: 'Sandbox' })

/** Customers of Acme Pay: Alice, an individual, and Northwind Ltd, a business with 10,000.00 USD and a card; María's bank account in Mexico; and Ada, an agent of Northwind. */
export async function seedCast(app: App, platformId: string, umaDomain = 'acme.example'): Promise<void> {
  const { engine, store, custodian, clock } = app
  const run = <Reply>(command: Command<Reply>) => engine.run(platformId, command)
  const [alices, northwinds] = await Promise.all(
    [1, 2].map(() => {
      const [holderId, walletId] = [newId(clock.now()), newId(clock.now())]
      return custodian.makeWallet({ platformId, holderId, walletId })
    }),
  )
  const alice: CustomerCreateRequest = {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'alice',
    umaAddress: `$alice@${umaDomain}`,
    email: 'alice@example.com',
    region: 'US',
    fullName: 'Alice Doe',
    birthDate: '1990-01-15',
    nationality: 'US',
    address: { line1: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94105', country: 'US' },
  }
  await run((rows) => createCustomer(rows, { request: alice, identity: sandboxIdentity, wallet: alices }))
  const northwind = await run((rows) => {
    const business: CustomerCreateRequest = {
      customerType: 'BUSINESS',
      platformCustomerId: 'northwind',
      umaAddress: `$northwind@${umaDomain}`,
      region: 'US',
      businessInfo: {
        legalName: 'Northwind Ltd',
        registrationNumber: 'NW-1000',
        taxId: '12-3456789',
        country: 'US',
        entityType: 'CORPORATION',
      },
      address: { line1: '500 Harbor Drive', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
    }
    const { id } = createCustomer(rows, { request: business, identity: sandboxIdentity, wallet: northwinds })
    return approveCustomer(rows, { customerId: id, wallet: northwinds })
  })
  await run((rows) => blockProvider(rows, BLOCKED_DOMAIN))
  const [dollars] = await store.query<{ id: string }>(
    "select id from accounts where platform_id = $1 and customer_id = $2 and currency = 'USD'",
    [platformId, northwind.id],
  )
  const { id: dollarsId } = dollars as { id: string }
  await run((rows) => sandboxFundInternalAccount(rows, { accountId: dollarsId, amount: 1_000_000n }))
  await seedCard(app, platformId, { id: northwind.id, dollarsId })
  await run(seedAgent(app, { id: northwind.id, dollarsId }))
  // Registered last, so that it is the first in every list.
  await run((rows) =>
    registerExternalAccount(
      rows,
      {
        customerId: `Customer:${northwind.id}`,
        currency: 'MXN',
        platformAccountId: 'maria-bank',
        accountInfo: {
          accountType: 'MXN_ACCOUNT',
          clabeNumber: '032180000118359719',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' },
        },
      },
      { status: 'MATCHED', name: 'María García' },
    ),
  )
}
