import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { lookUpAddresses, resolveAllowedDeliveryTarget } from "../orders/resolved-delivery-target.ts";

export const ownAddressProblem = "is an address of the sandbox itself: name one of your shop";

/** Recognizes addresses of the sandbox itself. `url` returns the address that it listens at. */
export class OwnAddressChecker {
  readonly #url: () => string;

  constructor(url: () => string) {
    this.#url = url;
  }

  /** Whether a connection to the port of `url` at one of these addresses reaches the sandbox. */
  isReachedAt(url: URL, addresses: readonly { readonly address: string }[]): boolean {
    return this.#isOwnPort(url) && addresses.some(({ address }) => isThisMachine(address));
  }

  /** Resolves an address of a shop once, or returns why the sandbox never posts to it. */
  async resolveShopAddress(address: string, allowedHosts: readonly string[]) {
    const target = await resolveAllowedDeliveryTarget(address, allowedHosts);
    const isOwn = !("refused" in target) && this.isReachedAt(target.url, target.addresses);
    return isOwn ? { refused: ownAddressProblem } : target;
  }

  /** Whether a buyer's browser reaches the sandbox at this address. Resolves host names at the sandbox's own port. */
  async isReturn(address: string): Promise<boolean> {
    const url = new URL(address);
    if (!this.#isOwnPort(url) || isHomePage(url)) return false;
    if (isThisMachineByName(url)) return true;
    const host = readUrlHost(url);
    const found = isIP(host) === 0 ? await lookUpAddresses(host) : [];
    return found.some(({ address }) => isThisMachine(address));
  }

  /** The same without resolving names. */
  isWrittenAsReturn(address: string): boolean {
    const url = new URL(address);
    return this.#isOwnPort(url) && !isHomePage(url) && isThisMachineByName(url);
  }

  #isOwnPort(url: URL): boolean {
    return readUrlPort(url) === readUrlPort(new URL(this.#url()));
  }
}

/** The home page only displays the orders, and what a returning buyer brings. */
function isHomePage({ pathname }: URL): boolean {
  return pathname === "/";
}

function readUrlPort({ port, protocol }: URL): string {
  return port || (protocol === "https:" ? "443" : "80");
}

function readUrlHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function isThisMachineByName(url: URL): boolean {
  const host = readUrlHost(url);
  return /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && isThisMachine(host));
}

/** A connection to the unspecified address reaches this machine as well. */
const localAddresses = new BlockList();
localAddresses.addSubnet("127.0.0.0", 8, "ipv4");
localAddresses.addSubnet("0.0.0.0", 8, "ipv4");
localAddresses.addAddress("::1", "ipv6");
localAddresses.addAddress("::", "ipv6");

function isThisMachine(address: string): boolean {
  if (localAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")) return true;
  return Object.values(networkInterfaces())
    .flatMap((known) => known ?? [])
    .some((known) => known.address === address || `::ffff:${known.address}` === address);
}
