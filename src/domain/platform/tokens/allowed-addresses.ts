/** Allowed addresses of a token: a list of addresses and networks (CIDR), IPv4 and IPv6. */
import { BlockList, isIP } from 'node:net'
import { refuseInvalid } from '../../../core/refusal.ts'

type Family = 'ipv4' | 'ipv6'
const FAMILIES: Readonly<Record<number, Family>> = { 4: 'ipv4', 6: 'ipv6' }
const BITS = { ipv4: 32, ipv6: 128 }

/** Whether an address is within a list. */
export type AllowsAddress = (address: string) => boolean

/** Prefix of an IPv4 address that connects to a dual-stack socket. */
const MAPPED = /^::ffff:(?=\d+\.)/i

/** @param list as the contract has it, checked by `refuseNoAddresses` */
export function allowsAddress(list: readonly string[]): AllowsAddress {
  const allowed = new BlockList()
  for (const text of list) {
    const { address, family, prefix } = parsed(text) as Network
    if (prefix === undefined) allowed.addAddress(address, family)
    else allowed.addSubnet(address, prefix, family)
  }
  return (given) => {
    // The zone of a link-local address names an interface of this machine.
    const address = given.replace(/%.*$/, '').replace(MAPPED, '')
    const family = FAMILIES[isIP(address)]
    return family !== undefined && allowed.check(address, family)
  }
}

/** @throws Refusal INVALID_INPUT with each entry that is neither an address nor a network */
export function refuseNoAddresses(list: readonly string[]): void {
  const faults = list.flatMap((text, index) => {
    const message = faultOf(text)
    return message === undefined ? [] : [{ field: `allowedAddresses.${index}`, message }]
  })
  if (faults.length > 0) refuseInvalid(faults)
}

const MAPPED_NETWORK = new BlockList()
MAPPED_NETWORK.addSubnet('::ffff:0:0', 96, 'ipv6')

function faultOf(text: string): string | undefined {
  const network = parsed(text)
  if (!network) return 'must be an IPv4 or IPv6 address, or a network such as 203.0.113.0/24'
  // Requests are compared as IPv4, so such an entry would match none of them.
  const isMapped = network.family === 'ipv6' && MAPPED_NETWORK.check(network.address, 'ipv6')
  return isMapped ? 'must be written as IPv4' : undefined
}

interface Network {
  readonly address: string
  readonly family: Family
  /** Absent: a single address. */
  readonly prefix: number | undefined
}

function parsed(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const family = FAMILIES[isIP(address)]
  if (!family || rest.length > 0 || address.includes('%')) return undefined
  if (length === undefined) return { address, family, prefix: undefined }
  return /^\d{1,3}$/.test(length) && Number(length) <= BITS[family]
    ? { address, family, prefix: Number(length) }
    : undefined
}
