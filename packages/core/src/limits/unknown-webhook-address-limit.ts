import { countRequest, type RequestCounterDependencies } from "./request-rate-limits.ts";

/** Seconds. */
const windowLength = 15 * 60;
/** The number of networks over the limit that a process remembers. */
const rememberedNetworks = 10_000;

/**
 * Limits the requests to unknown addresses of notifications and dispute webhooks, by network and for all processes together (REP-LIMIT). Requests with the token of an
 * attempt are never limited: their evidence must be stored, and a shop that sees all senders under the address of its proxy must not
 * lose notifications because of one of them.
 */
export class UnknownWebhookAddressLimit {
  readonly #counter: RequestCounterDependencies;
  readonly #limit: number;
  /** The networks over the limit, and the times in milliseconds at which their windows end. Saves the store a write per request. */
  readonly #over = new Map<string, number>();

  constructor(counter: RequestCounterDependencies, limit: number) {
    this.#counter = counter;
    this.#limit = limit;
  }

  /** Counts a failed request. Returns whether its network is over the limit. If the store is unavailable, none is. */
  async isOver(address: string | undefined): Promise<boolean> {
    if (address === undefined) return false;
    const network = ipNetworkOf(address);
    const now = this.#counter.platform.now().getTime();
    if ((this.#over.get(network) ?? 0) > now) return true;
    const window = { limit: this.#limit, seconds: windowLength };
    const request = { purpose: "failed notification", subject: network, ...window };
    const seconds = await countRequest(this.#counter, request).catch(() => undefined);
    if (seconds === undefined) return false;
    if (this.#over.size >= rememberedNetworks) this.#over.clear();
    this.#over.set(network, now + seconds * 1000);
    return true;
  }
}

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
