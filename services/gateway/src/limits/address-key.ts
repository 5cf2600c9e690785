import { isIPv4, isIPv6 } from 'node:net';

/** Whoever has one IPv6 address has 2^64 of them: the network is what counts (RFC 6177). */
const IPV6_GROUPS = 4;

/** Under what an address is counted: an IPv4 address, or the /64 network of an IPv6 one. */
export function addressKey(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, IPV6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
