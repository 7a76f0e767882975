/** Authorization to transfer tokens (ERC-3009): signed by the owner of the tokens, submitted by the account that pays the gas. */
import { randomBytes } from 'node:crypto'
import {
  type Address,
  BaseError,
  ContractFunctionExecutionError,
  encodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbi,
  parseSignature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const ABI = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Name and version of a token, which its signatures contain. */
export interface TokenDomain {
  readonly name: string
  readonly version: string
}

/** @returns undefined for a token that does not report its version: it has no authorizations */
export const tokenDomain =
  (address: Address) =>
  async (client: PublicClient): Promise<TokenDomain | undefined> => {
    const read = (functionName: 'name' | 'version') => client.readContract({ abi: ABI, address, functionName })
    try {
      return { name: await read('name'), version: await read('version') }
    } catch (error) {
      const isAnswer = error instanceof ContractFunctionExecutionError && !isUnreachable(error)
      if (isAnswer) return undefined
      throw error
    }
  }

const isUnreachable = (error: BaseError): boolean =>
  error.walk((cause) => cause instanceof BaseError && /HttpRequest|Timeout/.test(cause.name)) !== null

export interface Authorization {
  readonly chainId: number
  readonly token: Address
  readonly domain: TokenDomain
  /** Key of the address that the tokens leave: 0x and 64 hexadecimal digits. */
  readonly key: Hex
  readonly recipient: Address
  /** Smallest units of the token. */
  readonly amount: bigint
  /** Seconds since 1970. */
  readonly validBefore: bigint
}

/** Signs an authorization. @returns its nonce, and the call by which anyone submits it */
export async function authorize({ chainId, token, domain, key, recipient, amount, validBefore }: Authorization) {
  const account = privateKeyToAccount(key)
  // The last eight bytes are zero for tokens that number the authorizations of a nonce's first part.
  const nonce: Hex = `0x${randomBytes(24).toString('hex')}${'0'.repeat(16)}`
  const message = { from: account.address, to: recipient, value: amount, validAfter: 0n, validBefore, nonce }
  const signature = await account.signTypedData({
    domain: { ...domain, chainId, verifyingContract: token },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { r, s, yParity } = parseSignature(signature)
  const args = [account.address, recipient, amount, 0n, validBefore, nonce, 27 + yParity, r, s] as const
  return { nonce, call: encodeFunctionData({ abi: ABI, functionName: 'transferWithAuthorization', args }) }
}
