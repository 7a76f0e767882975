/** Checksums of EVM addresses (ERC-55), without the chain library: the configuration is read before that is loaded. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address } from 'viem'

/** The address with its checksum. @param address 0x and 40 hexadecimal digits */
export function withChecksum(address: string): Address {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  const cased = [...digits].map((digit, i) =>
    Number.parseInt(hash[i] as string, 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/**
 * Fault of an address, for an operator; undefined: none.
 * Digits of one case have no checksum; mixed ones must be right.
 */
export function addressFault(address: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'Not an address'
  const digits = address.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && withChecksum(address) !== address ? 'The checksum of the address is wrong (ERC-55)' : undefined
}
