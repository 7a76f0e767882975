/** IP address classification: public addresses, and loopback. */
import ipaddr from 'ipaddr.js'

/** IPv6 global unicast addresses: addresses outside may embed or translate to an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is one of the public network. Private, local, reserved and multicast ranges are not, nor are those
 * that embed another address (6to4, Teredo, NAT64). An IPv4-mapped address is classified as the IPv4 address.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
