/** Production process with an EVM chain: a deposit on the chain is credited, quoted and paid out on the chain. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { HDKey } from '@scure/bip32'
import { SMTPServer } from 'smtp-server'
import type { Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client/api.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import { causeway } from '../harness/command-line.ts'
import { type FreshDatabase, freshDatabase, kind } from '../harness/database/database.ts'
import { freePort } from '../harness/database/postgres.ts'
import { binary, CHAIN_ID, startChain, type TestChain } from '../rails/evm/chain.ts'
import { freshAddress } from '../rails/evm/payout-cast.ts'

const key = () => randomBytes(32).toString('hex')

describe.skipIf(!binary || kind !== 'postgres')('a production process with an EVM chain', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-production-'))
  const rates = createServer((_, reply) => reply.end(JSON.stringify({ rates: { USDC: '1', EUR: '0.92' } })))
  const mails: { readonly to: readonly string[]; readonly source: string }[] = []
  const mailServer = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    async onData(stream, { envelope }, done) {
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), source: await text(stream) })
      done()
    },
  })
  const depositKeys = HDKey.fromMasterSeed(randomBytes(32))
  let settings: Record<string, string>
  let database: FreshDatabase
  let chain: TestChain
  let token: Address
  let service: ChildProcess
  let api: ReturnType<typeof createClient>

  beforeAll(async () => {
    ;[database, chain] = await Promise.all([freshDatabase(), startChain()])
    token = await chain.deployToken()
    await once(rates.listen(0, '127.0.0.1'), 'listening')
    await once(mailServer.listen(0, '127.0.0.1'), 'listening')
    const port = String(await freePort())
    settings = {
      CAUSEWAY_MODE: 'production',
      PORT: port,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      CAUSEWAY_DATA_DIR: dataDir,
      DATABASE_URL: database.url as string,
      CAUSEWAY_DURABILITY: 'single',
      CAUSEWAY_SECRET_KEY: key(),
      CAUSEWAY_CUSTODY_KEY: key(),
      CAUSEWAY_RATES_URLS: `http://127.0.0.1:${(rates.address() as AddressInfo).port}/rates`,
      CAUSEWAY_RATES_QUORUM: '1',
      CAUSEWAY_SMTP_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}?ignoreTLS=true`,
      CAUSEWAY_MAIL_FROM: 'wallet@acme.example',
      CAUSEWAY_EVM_BASE_URLS: chain.url,
      CAUSEWAY_EVM_BASE: `chain-id=${CHAIN_ID} confirmations=3 block-seconds=1 token=USDC:${token}:6`,
      CAUSEWAY_EVM_KEY: (await chain.fundedWallet(token)).slice(2),
      CAUSEWAY_EVM_XPUB: depositKeys.publicExtendedKey,
    }
    service = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], { env: { ...process.env, ...settings } })
    await new Promise<void>((resolve, reject) => {
      let output = ''
      const read = (text: string) => {
        output += text
        if (output.includes('Causeway production is ready')) resolve()
      }
      for (const stream of [service.stdout, service.stderr]) stream?.on('data', read)
      service.once('exit', (code) => reject(new Error(`It ended with ${code}: ${output}`)))
    })
    const made = await causeway(
      ['platforms', 'create', 'Acme Pay', '--regulated', '--currencies', 'USDC,EUR,USDB'],
      settings,
    )
    expect(made.code, made.err).toBe(0)
    const { clientId, clientSecret } = made.json()
    api = createClient({ baseUrl: `http://127.0.0.1:${port}/${API_VERSION}`, credentials: { clientId, clientSecret } })
  })
  afterAll(async () => {
    service.kill('SIGTERM')
    await Promise.all([once(service, 'exit'), chain.stop()])
    rates.close()
    mailServer.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const dollars = async () => {
    const { data } = await api('listPlatformInternalAccounts', { query: { limit: 100 } })
    return data.find(({ balance }) => balance.currency.code === 'USDC')
  }
  const balance = async () => (await dollars())?.balance.amount
  /** Polls while blocks are mined. */
  const onChain = (question: () => Promise<unknown>) =>
    expect.poll(async () => {
      await chain.mine(1)
      return await question()
    })

  it('credits a deposit on the chain to the account whose address was paid', async () => {
    const given = await expect
      .poll(async () =>
        (await dollars())?.fundingPaymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo),
      )
      .toContainEqual(expect.objectContaining({ accountType: 'BASE_WALLET' }))
      .then(async () => (await dollars())?.fundingPaymentInstructions ?? [])
    const info = given.map(({ accountOrWalletInfo }) => accountOrWalletInfo as { accountType: string; address: string })
    const address = info.find(({ accountType }) => accountType === 'BASE_WALLET')?.address
    await chain.write(token, 'mint', [address, 50_000_000n])
    await onChain(balance).toBe(50_000_000)
  })

  it('pays a quote out on the chain', async () => {
    const recipient = freshAddress()
    const account = await dollars()
    const accountInfo = { accountType: 'BASE_WALLET' as const, address: recipient }
    const to = await api('createPlatformExternalAccount', { body: { currency: 'USDC', accountInfo } })
    const quote = await api('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: account?.id as never },
        destination: { destinationType: 'ACCOUNT', accountId: to.id },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 7_000_000,
      },
    })
    await api('executeQuote', { params: { quoteId: quote.id } })
    const { transactionId } = quote
    await onChain(async () => (await api('getTransactionById', { params: { transactionId } })).status).toBe('COMPLETED')
    expect(await chain.balanceOf(token, recipient)).toBe(7_000_000n)
    expect(await balance()).toBe(50_000_000 - quote.totalSendingAmount)
  })

  it('sweeps the deposit to the hot wallet when an operator has signed, with a key that it does not have', async () => {
    const keyFile = join(dataDir, 'deposit-keys')
    writeFileSync(keyFile, depositKeys.privateExtendedKey, { mode: 0o600 })
    const wallet = privateKeyToAddress(`0x${settings.CAUSEWAY_EVM_KEY}`)
    const before = await chain.balanceOf(token, wallet)
    const command = ['rails', 'sweep', 'evm-base', '--key-file', keyFile]
    const swept = await causeway(command, settings)
    expect(swept.json(), swept.err).toMatchObject([{ currency: 'USDC', amount: '50000000' }])
    expect(swept.security).toMatchObject([{ operation: 'rails sweep', outcome: 'done' }])
    await onChain(() => chain.balanceOf(token, wallet)).toBe(before + 50_000_000n)
    await onChain(async () => (await causeway(command, settings)).json()).toEqual([])
  })

  it('mails a code to a wallet holder', async () => {
    const { id: customerId } = await api('createCustomer', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Nora North' },
    })
    const { data } = await api('listCustomerInternalAccounts', { query: { customerId } })
    const accountId = data.find(({ type }) => type === 'EMBEDDED_WALLET')?.id as `InternalAccount:${string}`
    await api('createAuthCredential', { body: { type: 'EMAIL_OTP', accountId, email: 'nora@example.com' } })
    await expect.poll(() => mails.map(({ to }) => to)).toEqual([['nora@example.com']])
    expect(mails[0]?.source).toMatch(/^From: .*wallet@acme\.example/m)
    expect(mails[0]?.source).toMatch(/\b\d{6}\b/)
  })

  it('refuses a payment that no rail carries, and names the connected rails', async () => {
    const accountInfo = {
      accountType: 'EUR_ACCOUNT' as const,
      iban: 'DE89370400440532013000',
      beneficiary: {
        beneficiaryType: 'INDIVIDUAL' as const,
        fullName: 'Nora North',
        address: { line1: 'Markt 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
      },
    }
    const to = await api('createPlatformExternalAccount', { body: { currency: 'EUR', accountInfo } })
    const quote = {
      source: { sourceType: 'ACCOUNT', accountId: (await dollars())?.id as never },
      destination: { destinationType: 'ACCOUNT', accountId: to.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    } as const
    const refused = await api('createQuote', { body: quote }).catch((error) => error)
    expect(refused).toMatchObject({ status: 422, code: 'RAIL_NOT_CONNECTED' })
    expect(JSON.stringify([refused.message, refused.details])).toContain('USDC')
  })
})
