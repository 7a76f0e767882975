/**
 * Devnet script, `npm run devnet`: a sandbox with a local EVM chain beside it, on which it really receives and pays a
 * stablecoin. Nothing leaves this machine. With --once it shows a deposit and a payout and exits; otherwise it
 * continues. `npm run devnet send <address> <amount>` sends tokens to an address on the running chain.
 */
import './node-version.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { ensureInstalled, root } from './install.mjs'
import { isBuilt } from './stamp.mjs'

const folder = process.env.CAUSEWAY_DEVNET_DIR ?? join(root, 'data-devnet')
const stateFile = join(folder, 'devnet.json')
const [command, ...args] = process.argv.slice(2)
const PORT = 4700
const UNIT = 1_000_000n
const CONFIRMATIONS = 4
const ANVIL_VERSION = '1.7.1'

ensureInstalled({ dev: true })
const { tsImport } = await import('tsx/esm/api')
if (command === 'send') await send(...args)
else await run()

async function run() {
  const { startChain, ...anvil } = await tsImport('../test/rails/evm/chain.ts', import.meta.url)
  if (!anvil.binary) install(anvil)
  if (!isBuilt()) {
    const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
    if (status !== 0) process.exit(1)
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const chain = await startChain(['--block-time', '1'])
  let service
  const end = async () => {
    service?.kill('SIGINT')
    if (service && service.exitCode === null) await once(service, 'exit')
    await chain.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end().then(() => process.exit(0)))
  try {
    const token = await chain.deployToken()
    const key = await chain.fundedWallet(token, 1_000_000n * UNIT)
    // Tokens for transfers from outside.
    await chain.write(token, 'mint', [chain.client.account.address, 1_000_000_000n * UNIT])
    writeFileSync(stateFile, JSON.stringify({ url: chain.url, token }))
    const opened = await openService({ chain, token, key })
    service = opened.service
    await show({ chain, token, ...opened })
    if (command !== '--once') await once(service, 'exit')
    await end()
  } catch (error) {
    console.error(`\nThe devnet failed: ${error.message}`)
    await end()
    process.exitCode = 1
  }
}

/** Fetches the chain's program, once. */
function install({ ANVIL_FOLDER, ANVIL_PACKAGE, findAnvil }) {
  const wanted = `${ANVIL_PACKAGE}@${ANVIL_VERSION}`
  console.log(`Fetching ${wanted}, the local chain, from npm: once, about 20 MB; later starts need no network …`)
  mkdirSync(ANVIL_FOLDER, { recursive: true })
  const options = { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }
  spawnSync('npm', ['install', '--prefix', ANVIL_FOLDER, '--no-save', '--ignore-scripts', wanted], options)
  if (findAnvil()) return
  console.error('It could not be fetched. Install Foundry (getfoundry.sh), or set ANVIL to the path of its anvil.')
  process.exit(1)
}

/** Starts the sandbox with the chain as its rail for USDC on Base. */
async function openService({ chain, token, key }) {
  const { HDKey } = await import('@scure/bip32')
  const { createClient } = await tsImport('../client/api.ts', import.meta.url)
  const port = await freePort(PORT)
  const xkey = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'")
  const { DATABASE_URL: _, CAUSEWAY_SECRET_KEY: __, ...environment } = process.env
  const service = spawn(process.execPath, [join(root, 'dist/main.js')], {
    env: {
      ...environment,
      CAUSEWAY_MODE: 'sandbox',
      CAUSEWAY_DATA_DIR: join(folder, 'sandbox'),
      HOST: 'localhost',
      PORT: String(port),
      CAUSEWAY_EVM_BASE_URLS: chain.url,
      CAUSEWAY_EVM_BASE: `chain-id=${await chain.client.getChainId()} confirmations=${CONFIRMATIONS} block-seconds=1 token=USDC:${token}:6`,
      CAUSEWAY_EVM_KEY: key.slice(2),
      CAUSEWAY_EVM_XPUB: xkey.publicExtendedKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  service.stdout.on('data', (text) => (output += text))
  while (!output.includes('Try it:')) {
    const [code] = await Promise.race([once(service.stdout, 'data'), once(service, 'exit')])
    if (typeof code === 'number') throw new Error(`the sandbox ended with ${code}`)
  }
  const origin = `http://localhost:${port}`
  const credentials = JSON.parse(readFileSync(join(folder, 'sandbox/credentials.json'), 'utf8'))
  return {
    service,
    origin,
    signInLink: /dashboard: +(\S+)/.exec(output)?.[1],
    api: createClient({ baseUrl: `${origin}/2025-10-13`, credentials }),
  }
}

/** A deposit that becomes a balance, and a payout that becomes a transaction. */
async function show({ chain, token, api, origin, signInLink }) {
  heading('A sandbox with a chain')
  row('Chain', `${chain.url}, a block every second`)
  row('Token', `${token}, a test token called USDC`)
  row('Dashboard', signInLink)
  row('Blocks', `${origin}/chains/evm-base`)

  heading('A deposit')
  const account = await platformAccount(api)
  const address = account.fundingPaymentInstructions
    .map(({ accountOrWalletInfo }) => accountOrWalletInfo)
    .find(({ accountType }) => accountType === 'BASE_WALLET').address
  row('Sent to the chain', `250.00 USDC to ${address}, the address of an account`)
  await chain.write(token, 'transfer', [address, 250n * UNIT])
  const before = account.balance.amount
  await until(async () => (await platformAccount(api)).balance.amount === before + Number(250n * UNIT))
  const incoming = (await api('listTransactions', { query: { type: 'INCOMING' } })).data[0]
  row('Credited', `after ${CONFIRMATIONS} confirmations: ${origin}/payments/${incoming.id}`)

  heading('A payout')
  const { privateKeyToAddress, generatePrivateKey } = await import('viem/accounts')
  const recipient = privateKeyToAddress(generatePrivateKey())
  const to = await api('createPlatformExternalAccount', {
    body: { currency: 'USDC', accountInfo: { accountType: 'BASE_WALLET', address: recipient } },
  })
  const payment = await api('createTransferOut', {
    body: { source: { accountId: account.id }, destination: { accountId: to.id }, amount: Number(25n * UNIT) },
  })
  row('Submitted', `25.00 USDC to ${recipient}: ${origin}/payments/${payment.id}`)
  await until(async () => {
    const { status } = await api('getTransactionById', { params: { transactionId: payment.id } })
    if (status === 'FAILED') throw new Error('the payout failed')
    return status === 'COMPLETED'
  })
  row('Arrived', `balance of ${recipient} in the token: ${inUnits(await chain.balanceOf(token, recipient))} USDC`)
  if (command === '--once') return
  heading('Runs until Ctrl-C')
  row('Pay in', `npm run devnet send ${address} 10.00`)
  row('Pay out', 'in the dashboard, to an account BASE_WALLET in USDC')
}

/** Sends tokens on the running chain. */
async function send(address = '', amount = '') {
  if (!existsSync(stateFile)) return fail('No devnet runs. Start it with: npm run devnet')
  const [, whole, cents = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(amount) ?? []
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || whole === undefined)
    return fail('Name an address and an amount: npm run devnet send 0x… 10.00')
  const { url, token } = JSON.parse(readFileSync(stateFile, 'utf8'))
  const { connectChain } = await tsImport('../test/rails/evm/chain.ts', import.meta.url)
  const { transactionHash } = await connectChain(url).write(token, 'transfer', [
    address,
    BigInt(whole) * UNIT + BigInt(cents.padEnd(6, '0')),
  ])
  console.log(`Sent ${amount} USDC in transaction ${transactionHash}`)
}

function fail(text) {
  console.error(text)
  process.exitCode = 1
}

/** The USDC account of the sandbox's platform, once it has an address on the chain. */
async function platformAccount(api) {
  let found
  await until(async () => {
    const { data } = await api('listPlatformInternalAccounts', { query: { currency: 'USDC' } })
    found = data[0]
    return found !== undefined
  })
  return found
}

async function until(isSo) {
  while (!(await isSo())) await new Promise((resume) => setTimeout(resume, 250))
}

function heading(text) {
  console.log(`\n${text}`)
}
function row(name, text) {
  console.log(`  ${name.padEnd(18)} ${text}`)
}
function inUnits(amount) {
  return `${amount / UNIT}.${String(amount % UNIT).padStart(6, '0')}`
}
