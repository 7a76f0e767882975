/** Signer of EVM transactions: the one place that holds a hot wallet's private key. A custodian can stand in for it. */
import { type Address, type Hex, isHex, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export interface EvmSigner {
  /** The hot wallet's address, with its checksum. */
  readonly address: Address
  /**
   * Signs a transaction; the result is stored and sent as it is.
   * @throws Error when the key cannot be used at the moment: nothing was sent, and the caller asks again
   */
  sign(transaction: TransactionSerializableEIP1559): Promise<Hex>
}

/**
 * A key in this process.
 * @param key 64 hexadecimal digits, with or without 0x
 * @throws Error without the key in its text
 */
export function localSigner(key: string): EvmSigner {
  const account = accountOf(key.startsWith('0x') ? key : `0x${key}`)
  return { address: account.address, sign: (transaction) => account.signTransaction(transaction) }
}

function accountOf(key: string) {
  try {
    if (isHex(key)) return privateKeyToAccount(key)
  } catch {
    // The library's message may quote the key.
  }
  throw new Error('The private key of the EVM hot wallet is not a key of secp256k1')
}
