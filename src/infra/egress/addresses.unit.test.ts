import { describe, expect, it } from 'vitest'
import { isLoopback, isPublic } from './addresses.ts'

const PUBLIC = ['1.1.1.1', '93.184.215.14', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1']

const NOT_PUBLIC = {
  'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'this machine': ['127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '::', '0.1.2.3'],
  'the local link, where clouds keep their metadata': ['169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
  'the carrier': ['100.64.0.1', '100.127.255.255'],
  'reserved and unassigned': [
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    'ff02::1',
    '192.0.2.1',
    '198.18.0.1',
    '2001:db8::1',
  ],
  'private ones, mapped into IPv6': ['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1'],
  'private ones behind an address translation': [
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::a00:1',
    '2002:a00:1::1',
    '2001:0:a00:1::1',
    '::ffff:0:10.0.0.1',
  ],
  'no use': ['fec0::1', '4000::1', '5f00::1', '100::1', 'no address', ''],
}

describe('addresses', () => {
  it.each(PUBLIC)('%s is public', (address) => expect(isPublic(address)).toBe(true))

  for (const [what, addresses] of Object.entries(NOT_PUBLIC))
    it.each(addresses)(`%s is not public: it is of ${what}`, (address) => expect(isPublic(address)).toBe(false))

  it('distinguishes this machine from others, even when mapped', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true, true])
    expect(['10.0.0.1', '0.0.0.0', '::', '1.1.1.1', 'localhost'].map(isLoopback)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})
