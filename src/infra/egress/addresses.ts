/** IP address classification: public addresses, and loopback. */
import ipaddr from 'ipaddr.js'

/** All of today's global unicast addresses of IPv6: what is outside may wrap or translate to an address of IPv4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is one of the public network. Private, local, reserved and multicast ranges are not, nor are
 * those that carry another address inside (6to4, Teredo, NAT64). A mapped address counts as the one of IPv4 it stands for.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
