import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

export interface IpAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The target of an order's notifications. Its addresses are resolved once, when the sale is accepted. */
export interface ResolvedDeliveryTarget {
  readonly url: URL;
  readonly addresses: readonly IpAddress[];
  readonly loopback: boolean;
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet("127.0.0.0", 8, "ipv4");
loopbackAddresses.addAddress("::1", "ipv6");

/** Addresses that are never a shop, under any host name: unspecified, link-local (cloud metadata), multicast. */
const forbiddenAddresses = new BlockList();
forbiddenAddresses.addSubnet("0.0.0.0", 8, "ipv4");
forbiddenAddresses.addSubnet("169.254.0.0", 16, "ipv4");
forbiddenAddresses.addSubnet("224.0.0.0", 3, "ipv4");
forbiddenAddresses.addAddress("::", "ipv6");
forbiddenAddresses.addSubnet("fe80::", 10, "ipv6");
forbiddenAddresses.addSubnet("ff00::", 8, "ipv6");

const localhostAddresses: readonly IpAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Resolves a notify address once. `refused` is the reason why it must not be used, as the end of a sentence about the
 * field.
 */
export async function resolveAllowedDeliveryTarget(
  text: string,
  allowedHosts: readonly string[],
): Promise<ResolvedDeliveryTarget | { readonly refused: string }> {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost") return { url, addresses: localhostAddresses, loopback: true };
  if (isIP(host) !== 0 && isLoopback(toIpAddress(host)))
    return { url, addresses: [toIpAddress(host)], loopback: true };
  if (!allowedHosts.includes(host)) {
    return { refused: "must be a loopback address or localhost; other host names must be allowed by name" };
  }
  const addresses = await lookUpAddresses(host);
  if (addresses.length === 0) return { refused: "the host name cannot be resolved" };
  if (addresses.some((one) => forbiddenAddresses.check(one.address, one.family === 6 ? "ipv6" : "ipv4"))) {
    return { refused: "resolves to an address that can never be a shop" };
  }
  return { url, addresses, loopback: addresses.every(isLoopback) };
}

/** Returns the addresses of a host name. Empty if it cannot be resolved. */
export async function lookUpAddresses(host: string): Promise<IpAddress[]> {
  try {
    return (await lookup(host, { all: true })).map((found) => toIpAddress(found.address));
  } catch {
    return [];
  }
}

function toIpAddress(text: string): IpAddress {
  return { address: text, family: isIP(text) === 6 ? 6 : 4 };
}

function isLoopback({ address, family }: IpAddress): boolean {
  return loopbackAddresses.check(address, family === 6 ? "ipv6" : "ipv4");
}
