/** Compiles the token of the EVM tests; its output is kept in the repository. Run it after a change of the contract. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

const folder = new URL('../test/rails/evm/', import.meta.url)
const { resolve } = createRequire(import.meta.url)
const input = {
  language: 'Solidity',
  sources: { 'TestToken.sol': { content: readFileSync(new URL('TestToken.sol', folder), 'utf8') } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    metadata: { appendCBOR: false },
    outputSelection: { '*': { TestToken: ['abi', 'evm.bytecode.object'] } },
  },
}
const read = (path) => ({ contents: readFileSync(resolve(path), 'utf8') })
const output = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
for (const { formattedMessage } of output.errors ?? []) process.stderr.write(`${formattedMessage}\n`)
const { abi, evm } = output.contracts['TestToken.sol'].TestToken
const file = new URL('test-token.generated.json', folder)
writeFileSync(file, `${JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` }, null, 2)}\n`)
process.stdout.write(`${fileURLToPath(file)}\n`)
