import { BlockList, isIP } from "node:net";
import { type NotificationSender, unmapIpv4Address } from "@pay-index/core/adapter";
import type { ServerRequest } from "./http-types.ts";
import type { NotifyFromOptions } from "./notify-from-schema.ts";

/**
 * Returns a function that tells who sent a request, and whether `notifyFrom` permits this sender. The host's own settings for proxies
 * have no effect, because hosts differ in them.
 */
export function createNotificationSenderReader(
  notifyFrom: NotifyFromOptions | undefined,
): (request: Pick<ServerRequest, "remoteAddress" | "headers">) => NotificationSender {
  const permitted = notifyFrom === undefined ? undefined : permittedAddresses(notifyFrom.addresses);
  return ({ remoteAddress, headers }) => {
    const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    const address = senderAddress(remoteAddress, forwarded, notifyFrom?.proxies ?? 0);
    const isPermitted =
      permitted === undefined || (address !== undefined && permitted.check(address, familyOf(address)));
    return { address, isPermitted };
  };
}

/**
 * Returns the address of the connection, or with proxies, the entry that the outermost of them added. Senders can write any entries
 * before that one. Undefined if there are fewer entries than proxies.
 */
function senderAddress(
  connected: string | undefined,
  forwarded: readonly string[],
  proxies: number,
): string | undefined {
  const address = unmapIpv4Address((proxies === 0 ? connected : forwarded.at(-proxies)?.trim()) ?? "");
  return isIP(address) === 0 ? undefined : address;
}

function permittedAddresses(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
