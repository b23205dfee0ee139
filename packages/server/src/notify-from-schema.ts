import { isIP } from "node:net";
import { z } from "@pay-index/core/adapter";

/** An address, or a range of addresses in CIDR notation: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
function isAddressRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** The addresses that may post notifications (REP-SENDER). */
export const notifyFromSchema = z.strictObject({
  /** The gateway's addresses: `203.0.113.7`, or a range such as `203.0.113.0/24`. */
  addresses: z
    .array(
      z.string().refine(isAddressRange, "must be an IP address or a range, such as 203.0.113.0/24"),
      "is required: a list of IP addresses or ranges",
    )
    .min(1, "must have at least one address"),
  /** The number of the shop's own proxies before this server. Each adds an entry to `X-Forwarded-For`. Default: 0. */
  proxies: z
    .int("must be a whole number")
    .min(0, "must not be negative")
    .max(10, "must be at most 10")
    .default(0),
});

export type NotifyFromOptions = z.input<typeof notifyFromSchema>;
