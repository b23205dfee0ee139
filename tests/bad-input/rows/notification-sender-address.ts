import { code, headersText, type Row, rowsOf } from "../row.ts";

/** The only address that the shop permits. */
export const permittedAddress = "203.0.113.7";

/** The headers of a normal notification from another address than the permitted one. */
interface SenderRow extends Row {
  readonly headers: Readonly<Record<string, string>>;
  readonly proxies: number;
  readonly end: "200 OK" | "403 sender";
}

export function senderLine({ headers, proxies, end }: SenderRow): [string, string] {
  const input = `${headersText(headers) || "no such header"}, with \`proxies: ${proxies}\``;
  return [input, end === "200 OK" ? "`200 OK`; payment `paid`" : `${code(end)}; item \`not-verified\``];
}

const rows = rowsOf<SenderRow>();
const via = (value: string, proxies: number) => ({ headers: { "x-forwarded-for": value }, proxies });

export const notificationSenderAddressRows = [
  ...rows({
    end: "403 sender",
    advice:
      "If the gateway sent it, add its address to `notifyFrom` and retry the item. Otherwise somebody else sent it.",
  })({
    "a forged header without a proxy": via(permittedAddress, 0),
    "a forged header without a proxy: of another name": {
      headers: { forwarded: `for=${permittedAddress}`, "x-real-ip": permittedAddress },
      proxies: 0,
    },
    "a forged first entry": via(`${permittedAddress}, 198.51.100.9`, 1),
    "a forged first entry: behind two proxies": via(`${permittedAddress}, 198.51.100.9, 10.0.0.2`, 2),
  }),
  ...rows({
    end: "403 sender",
    advice:
      "Set `proxies` to the number of your own proxies. Each must add an entry to `X-Forwarded-For`, without a port.",
  })({
    "no entry of the proxy": { headers: {}, proxies: 1 },
    "no entry of the proxy: fewer entries than proxies": via(permittedAddress, 2),
    "an entry that is no address": via(`${permittedAddress}:4711`, 1),
  }),
  ...rows({ end: "200 OK", advice: "Nothing: only the entry of your proxy counts." })({
    "the gateway behind the proxy: with an entry of somebody else": via(
      `198.51.100.9, ${permittedAddress}`,
      1,
    ),
  }),
];
