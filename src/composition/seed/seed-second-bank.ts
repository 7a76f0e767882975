/** Seed of a second bank: Beta Pay with its customer Bob, so that a fresh sandbox has two institutions that pay each other by UMA. */
import type { CustomerCreateRequest } from '../../../contract/customers/customers.ts'
import { newId } from '../../core/ids.ts'
import { createCustomer } from '../../domain/customers/create-customer.ts'
import { type CurrencySettings, platforms } from '../../domain/platform/platform.ts'
import { updatePlatformConfig } from '../../domain/platform/update-platform-config.ts'
import { sandboxFundInternalAccount } from '../../domain/sandbox/sandbox-fund-internal-account.ts'
import type { MadePlatform } from '../../operator/make-platform.ts'
import { sandboxIdentity } from '../../providers/identity/sandbox.ts'
import type { App } from '../app.ts'
import { seedPlatform } from './seed.ts'

export const SECOND_BANK = { name: 'Beta Pay', umaDomain: 'beta.example' } as const

const BOB: CustomerCreateRequest = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: 'bob',
  umaAddress: `$bob@${SECOND_BANK.umaDomain}`,
  email: 'bob@example.com',
  region: 'DE',
  fullName: 'Bob Brandt',
  birthDate: '1985-06-02',
  nationality: 'DE',
  address: { line1: 'Hafenstrasse 7', city: 'Hamburg', postalCode: '20359', country: 'DE' },
}
/** 1,000.00 EUR, so that Bob can pay too. */
const FUNDS = 100_000n

/** @throws Refusal CONFLICT when another platform has its domain */
export async function seedSecondBank(app: App): Promise<MadePlatform> {
  const { engine, store, custodian, clock } = app
  const platform = await seedPlatform(app, SECOND_BANK.name, SECOND_BANK.umaDomain)
  const { platformId } = platform
  const [holderId, walletId] = [newId(clock.now()), newId(clock.now())]
  const wallet = await custodian.makeWallet({ platformId, holderId, walletId })
  await engine.run(platformId, (rows) => {
    createCustomer(rows, { request: BOB, identity: sandboxIdentity, wallet })
    const { supportedCurrencies } = rows.get(platforms, platformId)
    updatePlatformConfig(rows, { supportedCurrencies: supportedCurrencies.map(withSenderName) })
  })
  const [euros] = await store.query<{ id: string }>(
    "select id from accounts where platform_id = $1 and customer_id = $2 and currency = 'EUR'",
    [platformId, holderId],
  )
  const { id: accountId } = euros as { id: string }
  await engine.run(platformId, (rows) => sandboxFundInternalAccount(rows, { accountId, amount: FUNDS }))
  return platform
}

/** Incoming payments need the sender's name, which institutions send each other encrypted. */
const withSenderName = (settings: CurrencySettings): CurrencySettings => ({
  ...settings,
  requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
})
