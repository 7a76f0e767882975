/** A private chain with two LND nodes and a channel between them: btcd and lnd as child processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Lnd, lndAt } from '../../../src/providers/rails/lightning/lnd.ts'
import { freePort } from '../../harness/database/postgres.ts'

/** A program, from the variable of its name in capitals, or the path; undefined where it is not installed. */
function find(name: string): string | undefined {
  const named = process.env[name.toUpperCase()]
  const places = named ? [named] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return places.find((program) => existsSync(program))
}
const programs = { lnd: find('lnd'), btcd: find('btcd') }
/** Whether both programs are installed. */
export const haveLnd = programs.lnd !== undefined && programs.btcd !== undefined

const RPC = ['--rpcuser=test', '--rpcpass=test']
/** Our side of the channel at the beginning, and that of the other node; satoshis. */
export const OURS = 6_000_000
export const THEIRS = 4_000_000

/** Waits for a condition of starting programs. */
async function until<Value>(question: () => Promise<Value | undefined | false>): Promise<Value> {
  const deadline = performance.now() + 180_000
  for (;;) {
    const value = await question().catch((error) => {
      if (performance.now() > deadline) throw error
      return undefined
    })
    if (value) return value
    if (performance.now() > deadline) throw new Error('A program of the private network did not become ready')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export type TestNode = Awaited<ReturnType<typeof startNode>>
export type PrivateNet = Awaited<ReturnType<typeof startPrivateNet>>

export async function startPrivateNet() {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-lnd-'))
  const children: ChildProcess[] = []
  const kill = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', kill)
  const run = (program: string, name: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, { stdio: ['ignore', log, log] })
    children.push(child)
    return child
  }
  const chain = await chainIn(folder, run)
  // Block rewards go to our node, whose wallet exists only after its first start.
  const wallet = await startNode({ folder, name: 'ours', chain, run })
  const { address } = await wallet.lnd.call<{ address: string }>('GET', '/v1/newaddress')
  await end(wallet.child)
  await chain.restart(address)
  const ours = await startNode({ folder, name: 'ours', chain, run })
  const theirs = await startNode({ folder, name: 'theirs', chain, run })
  // Blocks until segregated witness is active (BIP 9), which channels need.
  await chain.mine(450)
  await openChannel(ours, theirs, chain)
  return {
    ours,
    theirs,
    chain,
    async stop() {
      process.removeListener('exit', kill)
      await Promise.all(children.map(end))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Run = (program: string, name: string, args: readonly string[]) => ChildProcess

/** btcd, which mines on request. */
async function chainIn(folder: string, run: Run) {
  const [port, peers] = [await freePort(), await freePort()]
  const home = join(folder, 'btcd')
  mkdirSync(home)
  const certificate = join(home, 'rpc.cert')
  const args = [
    ...['--regtest', '--txindex', `--listen=127.0.0.1:${peers}`, `--rpclisten=127.0.0.1:${port}`, ...RPC],
    ...[`--datadir=${home}`, `--logdir=${home}`, `--configfile=${join(home, 'none')}`],
    ...[`--rpccert=${certificate}`, `--rpckey=${join(home, 'rpc.key')}`],
  ]
  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', auth: 'test:test', ca: readFileSync(certificate) })
    sent.end(JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }))
    const [reply] = await once(sent, 'response')
    const { result, error } = JSON.parse(await text(reply))
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const launch = async (more: readonly string[]) => {
    const child = run(programs.btcd as string, 'btcd', [...args, ...more])
    await until(() => call('getblockcount').then(() => true))
    return child
  }
  let child = await launch([])
  return {
    port,
    certificate,
    mine: (blocks: number) => call('generate', blocks),
    async restart(address: string) {
      await end(child)
      child = await launch([`--miningaddr=${address}`])
    },
  }
}

type Chain = Awaited<ReturnType<typeof chainIn>>

async function startNode({ folder, name, chain, run }: { folder: string; name: string; chain: Chain; run: Run }) {
  const [peers, rpc, rest] = [await freePort(), await freePort(), await freePort()]
  const home = join(folder, name)
  const child = run(programs.lnd as string, name, [
    ...[`--lnddir=${home}`, '--noseedbackup', '--nobootstrap', '--trickledelay=50', `--alias=${name}`],
    ...[`--listen=127.0.0.1:${peers}`, `--rpclisten=127.0.0.1:${rpc}`, `--restlisten=127.0.0.1:${rest}`],
    ...['--bitcoin.active', '--bitcoin.regtest', '--bitcoin.node=btcd', '--bitcoin.defaultchanconfs=1'],
    ...[`--btcd.rpchost=127.0.0.1:${chain.port}`, `--btcd.rpccert=${chain.certificate}`],
    ...['--btcd.rpcuser=test', '--btcd.rpcpass=test'],
  ])
  const admin = join(home, 'data/chain/bitcoin/regtest/admin.macaroon')
  const certificateFile = join(home, 'tls.cert')
  await until(async () => existsSync(admin) && existsSync(certificateFile))
  const url = `https://127.0.0.1:${rest}`
  const certificate = readFileSync(certificateFile, 'utf8')
  const lnd = lndAt({ url, certificate, macaroon: readFileSync(admin).toString('hex') })
  const key = await until(() => lnd.call<Info>('GET', '/v1/getinfo').then((info) => info.identity_pubkey))
  return { child, lnd, key, url, certificate, address: `127.0.0.1:${peers}` }
}

interface Info {
  readonly identity_pubkey: string
  readonly synced_to_chain: boolean
  readonly num_active_channels: number
}

const isSynced = (lnd: Lnd) => lnd.call<Info>('GET', '/v1/getinfo').then((info) => info.synced_to_chain)

async function openChannel(ours: TestNode, theirs: TestNode, chain: Chain): Promise<void> {
  for (const { lnd } of [ours, theirs]) await until(() => isSynced(lnd))
  await until(() =>
    ours.lnd
      .call<{ confirmed_balance: string }>('GET', '/v1/balance/blockchain')
      .then((balance) => Number(balance.confirmed_balance) > OURS + THEIRS),
  )
  const addr = { pubkey: theirs.key, host: theirs.address }
  await until(() => ours.lnd.call('POST', '/v1/peers', { addr }).catch((error) => /already/.test(error.message)))
  await until(() =>
    ours.lnd.call('POST', '/v1/channels', {
      node_pubkey: Buffer.from(theirs.key, 'hex').toString('base64'),
      local_funding_amount: String(OURS + THEIRS),
      push_sat: String(THEIRS),
    }),
  )
  for (const { lnd } of [ours, theirs])
    await until(async () => {
      const { num_active_channels } = await lnd.call<Info>('GET', '/v1/getinfo')
      if (num_active_channels === 0) await chain.mine(1)
      // A route needs both sides' conditions, which they exchange when the channel is active.
      const { edges } = await lnd.call<Graph>('GET', '/v1/graph?include_unannounced=true')
      return edges.some(({ node1_policy, node2_policy }) => node1_policy && node2_policy)
    })
}

interface Graph {
  readonly edges: readonly { readonly node1_policy: object | null; readonly node2_policy: object | null }[]
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGKILL')
  await ended
}
