/** A chain for tests: Foundry's anvil, a real EVM, as a child process, with a token compiled from OpenZeppelin's ERC-20. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  type Address,
  createTestClient,
  getAddress,
  type Hex,
  http,
  parseAbiItem,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { anvil } from 'viem/chains'
import token from './test-token.generated.json' with { type: 'json' }

export const CHAIN_ID = anvil.id

/** Folder into which `npm run devnet` installs the program when it is missing. */
export const ANVIL_FOLDER = fileURLToPath(new URL('../../../.cache/anvil', import.meta.url))
/** Its npm package for this platform; there is none for some. */
export const ANVIL_PACKAGE = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`

/** The program, from ANVIL, the path, or that folder; undefined where it is not installed. */
export const binary = findAnvil()

export function findAnvil(): string | undefined {
  if (process.env.ANVIL) return existsSync(process.env.ANVIL) ? process.env.ANVIL : undefined
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'anvil'))
  const installed = join(ANVIL_FOLDER, 'node_modules', ANVIL_PACKAGE, 'bin/anvil')
  return [...places, installed].find((program) => existsSync(program))
}

export type TestChain = Awaited<ReturnType<typeof startChain>>

/**
 * A fresh chain whose blocks are mined on request of the test. @param mining another way of mining, as arguments of
 * anvil
 */
export async function startChain(mining: readonly string[] = ['--no-mining']) {
  const child = spawn(findAnvil() as string, ['--port', '0', ...mining, '--order', 'fifo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const port = /Listening on .*:(\d+)/.exec(line)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
  })
  return {
    ...connectChain(url),
    async stop() {
      process.removeListener('exit', kill)
      const ended = once(child, 'exit')
      kill()
      await ended
    },
  }
}

/** A running chain of anvil. */
export function connectChain(url: string) {
  const account = mnemonicToAccount('test test test test test test test test test test test junk')
  const client = createTestClient({ mode: 'anvil', chain: anvil, account, transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
  const mined = async (hash: Hex) => {
    await client.mine({ blocks: 1 })
    return await client.getTransactionReceipt({ hash })
  }
  const write = async (address: Address, functionName: string, args: readonly unknown[]) =>
    mined(await client.writeContract({ abi: token.abi, address, functionName, args, gas: 200_000n }))
  return {
    url,
    client,
    mine: (blocks = 1) => client.mine({ blocks }),
    write,
    /** Deploys its own token. */
    async deployToken(): Promise<Address> {
      const hash = await client.deployContract({ abi: token.abi, bytecode: token.bytecode as Hex, gas: 3_000_000n })
      return getAddress((await mined(hash)).contractAddress as Address)
    },
    /** A hot wallet with gas and tokens. */
    async fundedWallet(contract: Address, amount = 1_000_000_000n): Promise<Hex> {
      const key = generatePrivateKey()
      const address = privateKeyToAddress(key)
      await client.setBalance({ address, value: parseEther('10') })
      await write(contract, 'mint', [address, amount])
      return key
    },
    /** Transfers that the token reports, from a block on. */
    async transfers(address: Address, fromBlock: bigint) {
      const event = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
      const logs = await client.getLogs({ address, event, strict: true, fromBlock })
      return logs.map(({ args, transactionHash, logIndex }) => ({ ...args, key: `${transactionHash}/${logIndex}` }))
    },
    balanceOf: (contract: Address, address: Address) =>
      client.readContract({
        abi: token.abi,
        address: contract,
        functionName: 'balanceOf',
        args: [address],
      }) as Promise<bigint>,
  }
}
