import type { SenderRow } from "../row-types.ts";

/** The only address that the shop permits. */
export const permittedAddress = "203.0.113.7";

const forged =
  "If the gateway sent it, add its address to `notifyFrom` and retry the item. Otherwise somebody else sent it.";
const proxies =
  "Set `proxies` to the number of your own proxies. Each must add an entry to `X-Forwarded-For`.";
const forwardedFor = (value: string) => ({ "x-forwarded-for": value });

export const notificationSenderAddressRows: readonly SenderRow[] = [
  {
    of: "a forged header without a proxy",
    headers: forwardedFor(permittedAddress),
    proxies: 0,
    end: "403 sender",
    advice: forged,
  },
  {
    of: "a forged header without a proxy",
    case: "of another name",
    headers: { forwarded: `for=${permittedAddress}`, "x-real-ip": permittedAddress },
    proxies: 0,
    end: "403 sender",
    advice: forged,
  },
  {
    of: "a forged first entry",
    headers: forwardedFor(`${permittedAddress}, 198.51.100.9`),
    proxies: 1,
    end: "403 sender",
    advice: forged,
  },
  {
    of: "a forged first entry",
    case: "behind two proxies",
    headers: forwardedFor(`${permittedAddress}, 198.51.100.9, 10.0.0.2`),
    proxies: 2,
    end: "403 sender",
    advice: forged,
  },
  { of: "no entry of the proxy", headers: {}, proxies: 1, end: "403 sender", advice: proxies },
  {
    of: "no entry of the proxy",
    case: "fewer entries than proxies",
    headers: forwardedFor(permittedAddress),
    proxies: 2,
    end: "403 sender",
    advice: proxies,
  },
  {
    of: "an entry that is no address",
    headers: forwardedFor(`${permittedAddress}:4711`),
    proxies: 1,
    end: "403 sender",
    advice: "Configure the proxy to add the address without a port.",
  },
  {
    of: "the gateway behind the proxy",
    case: "with an entry that somebody else wrote",
    headers: forwardedFor(`198.51.100.9, ${permittedAddress}`),
    proxies: 1,
    end: "200 OK",
    advice: "Nothing: only the entry of your proxy counts.",
  },
];
