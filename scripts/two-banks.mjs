/** Demonstration script, `npm run two-banks`: two installations on this machine, each with its own data and domain; one pays a customer of the other. */
import './node-version.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { ensureInstalled, root } from './install.mjs'
import { isBuilt } from './stamp.mjs'

const keep = process.argv.includes('--keep')
const AMOUNT = 2000
const folder = mkdtempSync(join(tmpdir(), 'causeway-two-banks-'))
const children = []

ensureInstalled({ dev: true })
if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
// The compiler for the TypeScript modules is available only after packages were installed.
const { tsImport } = await import('tsx/esm/api')
const { createClient } = await tsImport('../client/api.ts', import.meta.url)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(0)))

try {
  await show()
  if (!keep) await end()
} catch (error) {
  console.error(`\nThe demonstration failed: ${error.message}`)
  await end()
  process.exitCode = 1
}

async function show() {
  heading('Two banks, each a process with its own data and domain')
  console.log('  starting …')
  const [a, b] = await Promise.all([openBank('bank-a', 4801), openBank('bank-b', 4802)])
  for (const { domain, seconds } of [a, b]) row(domain, `ready after ${seconds} s`)

  heading('Before')
  const source = await a.account('northwind', 'USD')
  const destination = await b.account('alice', 'EUR')
  await a.api('sandboxFundInternalAccount', { params: { accountId: source.id }, body: { amount: 10_000 } })
  await b.api('updatePlatformConfig', { body: { supportedCurrencies: await wanting(b, ['FULL_NAME', 'TAX_ID']) } })
  const balances = async () => {
    row('Northwind Ltd at bank A', money(await a.account('northwind', 'USD')))
    row('Alice Doe at bank B', money(await b.account('alice', 'EUR')))
  }
  await balances()

  heading('The payment')
  const receiver = `$alice@${b.domain}`
  const found = await a.api('lookupUma', { params: { receiverUmaAddress: receiver } })
  const fields = found.requiredPayerDataFields.map(({ name }) => name).join(', ')
  row('Looked up', `${receiver} takes ${found.supportedCurrencies.length} currencies; bank B requires ${fields}`)
  const quote = await a.api('createQuote', {
    body: {
      lookupId: found.lookupId,
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: receiver, currency: 'EUR' },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: AMOUNT,
    },
  })
  const sending = inWords(quote.totalSendingAmount, quote.sendingCurrency)
  const receiving = inWords(quote.totalReceivingAmount, quote.receivingCurrency)
  row('Quoted', `${receiving} for ${sending}, fees included`)
  await a.api('executeQuote', { params: { quoteId: quote.id } })
  const sent = await a.whenEnded(quote.transactionId)
  const { data } = await b.api('listTransactions', {
    query: { type: 'INCOMING', customerId: destination.customerId },
  })
  row('Sent by bank A', `${sent.status}, reference ${sent.reconciliationInstructions.reference}`)
  row('Received by bank B', `${data[0].status}, reference ${data[0].reconciliationInstructions.reference}`)

  heading('Messages between the banks')
  for (const { direction, kind, fields } of await a.exchange(quote.transactionId)) {
    console.log(`  ${direction === 'SENT' ? 'bank A → bank B' : 'bank A ← bank B'}  ${kind}`)
    for (const [name, value] of Object.entries(fields)) console.log(`      ${name.padEnd(15)} ${value}`)
  }
  const told = Object.entries(data[0].counterpartyInformation).map((pair) => pair.join(': '))
  row('Bank B decrypted', told.join(', '))

  heading('After')
  await balances()
  if (sent.status !== 'COMPLETED' || data[0].status !== 'COMPLETED') throw new Error('the payment did not complete')
  if (!keep) return
  heading('Both run until Ctrl-C. Open each by its first link, then the payment by the second')
  for (const [bank, id] of [
    [a, quote.transactionId],
    [b, data[0].id],
  ])
    row(bank.domain, `${bank.signInLink}\n${' '.repeat(28)}http://${bank.domain}/payments/${id}`)
}

/** Starts a bank on the preferred port if it is free, otherwise on any other. */
async function openBank(name, preferred) {
  const started = performance.now()
  const port = await freePort(preferred)
  const domain = `${name}.localhost:${port}`
  const dataDir = join(folder, name)
  const { DATABASE_URL: _, CAUSEWAY_SECRET_KEY: __, ...environment } = process.env
  const child = spawn(process.execPath, [join(root, 'dist/main.js')], {
    env: {
      ...environment,
      CAUSEWAY_MODE: 'sandbox',
      CAUSEWAY_DATA_DIR: dataDir,
      CAUSEWAY_UMA_DOMAIN: domain,
      HOST: 'localhost',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  while (!output.includes('Try it:')) {
    const [code] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    if (typeof code === 'number') throw new Error(`${name} ended with ${code}`)
  }
  const credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  const origin = `http://localhost:${port}`
  const [, path] = /dashboard: +http:\/\/[^/]+(\S+)/.exec(output)
  return {
    domain,
    // Each bank has its own host name, because cookies are shared by all ports of a host.
    signInLink: `http://${domain}${path}`,
    seconds: ((performance.now() - started) / 1000).toFixed(1),
    ...bankClient(origin, credentials),
  }
}

function bankClient(origin, { clientId, clientSecret }) {
  const api = createClient({ baseUrl: `${origin}/2025-10-13`, credentials: { clientId, clientSecret } })
  return {
    api,
    async account(platformCustomerId, currency) {
      const { data: customers } = await api('listCustomers', { query: { platformCustomerId } })
      const query = { customerId: customers[0].id, currency }
      const { data } = await api('listCustomerInternalAccounts', { query })
      return data[0]
    },
    async whenEnded(transactionId) {
      for (;;) {
        const payment = await api('getTransactionById', { params: { transactionId } })
        if (!['PENDING', 'PROCESSING'].includes(payment.status)) return payment
        await new Promise((resume) => setTimeout(resume, 50))
      }
    },
    async exchange(transactionId) {
      return (await api('getTransactionHistory', { params: { transactionId } })).umaMessages
    },
  }
}

async function wanting(bank, names) {
  const { supportedCurrencies } = await bank.api('getPlatformConfig')
  const requiredCounterpartyFields = names.map((name) => ({ name, mandatory: true }))
  return supportedCurrencies.map((settings) => ({ ...settings, requiredCounterpartyFields }))
}

async function end() {
  const ended = children.splice(0).map((child) => {
    child.kill('SIGINT')
    return child.exitCode === null ? once(child, 'exit') : undefined
  })
  await Promise.all(ended)
  rmSync(folder, { recursive: true, force: true })
}

function heading(text) {
  console.log(`\n${text}`)
}
function row(name, text) {
  console.log(`  ${name.padEnd(25)} ${text}`)
}
function money({ balance: { amount, currency } }) {
  return inWords(amount, currency).padStart(14)
}
function inWords(amount, { code, decimals }) {
  return `${(amount / 10 ** decimals).toLocaleString('en', { minimumFractionDigits: decimals })} ${code}`
}
