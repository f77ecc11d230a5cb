import { BlockList, isIP } from 'node:net'

/** Networks for private and special use (RFC 6890 and its successors). */
const NOT_PUBLIC =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20'

const blocked = new BlockList()
for (const network of NOT_PUBLIC.split(' ')) {
  const [address = '', prefix] = network.split('/')
  blocked.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** The only IPv6 network of public addresses (RFC 4291, 2.4). */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Imports fetch pictures only from public addresses, never from the owner's network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPublicAddress(mapped)
  if (family === 4) return !blocked.check(address)
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}
