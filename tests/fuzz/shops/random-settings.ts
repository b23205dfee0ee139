import { type SignRule, signRules } from "../oracle/notification-sign.ts";
import type { Random } from "../random.ts";
import type { Merchant, SaleRequest, ShopSettings } from "./fuzzed-shop.ts";

/** Used when a shop sets no `signRules` (docs/reference/protocol.md, "The notification's signature"). */
export const defaultRules: readonly SignRule[] = signRules.filter((rule) => rule !== "nine");

const ruleSets: readonly (readonly SignRule[] | undefined)[] = [
  undefined,
  ["received"],
  ["received-attach"],
  ["received", "received-attach", "received-zero", "received-attach-zero"],
  ["received-attach-zero"],
  ["fields"],
  ["fields-attach-zero", "received"],
  ["nine"],
  [...signRules],
];

export function randomSettings(random: Random): ShopSettings {
  return { merchants: merchants(random), rules: random.pick(ruleSets) };
}

function merchants(random: Random): Merchant[] {
  const key = () => `fuzz-${random.bytes(16).toString("hex")}-key`;
  return [
    {
      id: "10001",
      tenant: "default",
      variants: ["hosted", "link", "apm"],
      key: key(),
      previousKeys: [key()],
    },
    { id: "10002", tenant: "default", variants: ["card", "subscription"], key: key(), previousKeys: [] },
    {
      id: "10003",
      tenant: "second",
      variants: ["hosted", "card", "subscription"],
      key: key(),
      previousKeys: [],
    },
  ];
}

/** Every key that no log line, answer or row may hold. */
export function listKeys({ merchants: all }: ShopSettings): string[] {
  return all.flatMap(({ key, previousKeys }) => [key, ...previousKeys]);
}

const sums = [
  { minor: 1999, currency: "USD" },
  { minor: 500, currency: "JPY" },
  { minor: 1250, currency: "KWD" },
  { minor: 100, currency: "USD" },
] as const;

export function randomSale(random: Random, reference: string): SaleRequest {
  const tenant = random.chance(0.8) ? "default" : "second";
  const variants =
    tenant === "default"
      ? (["hosted", "link", "apm", "card", "subscription"] as const)
      : (["hosted", "card", "subscription"] as const);
  const variant = random.pick([...variants, "subscription"] as const);
  const hasFirst = variant === "subscription" && random.chance(0.4);
  return {
    reference,
    tenant,
    variant,
    ...random.pick(sums),
    buyerName: "Ada",
    ...(hasFirst ? { firstMinor: 77 } : {}),
  };
}

export const cyclesInPlan = 3;

/** Decimal text of whole minor units. */
export function amountText(minor: number, currency: SaleRequest["currency"]): string {
  const decimals = { USD: 2, JPY: 0, KWD: 3 }[currency];
  const digits = String(minor).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
