/**
 * Returns the network whose requests are counted together: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * household has all addresses below them.
 */
export function ipNetworkOf(address: string): string {
  const plain = unmapIpv4Address(address);
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = Array<string>(Math.max(0, 8 - first.length - rest.length)).fill("0");
  return [...first, ...gap, ...rest].slice(0, 4).join(":").toLowerCase();
}

/** Returns an IPv4 address that is written as IPv6 (`::ffff:203.0.113.7`) as IPv4. */
export function unmapIpv4Address(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
