import type { Variant } from "@pay-index/core";
import { type SignRule, signRules } from "./oracle/notification-sign.ts";
import type { Random } from "./random.ts";

export interface ShopSettings {
  readonly merchants: readonly Merchant[];
  /** Undefined: the default of the options. */
  readonly rules: readonly SignRule[] | undefined;
}

interface Merchant {
  readonly id: string;
  readonly key: string;
  readonly previousKeys: readonly string[];
  readonly variants: readonly Variant[];
  readonly tenant: string;
}

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

const variantsOf = {
  default: ["hosted", "link", "apm", "card", "subscription"],
  second: ["hosted", "card", "subscription"],
} as const satisfies Record<string, readonly Variant[]>;

export function randomSettings(random: Random): ShopSettings {
  const key = () => `fuzz-${random.bytes(16).toString("hex")}-key`;
  const [hosted, cards] = [variantsOf.default.slice(0, 3), variantsOf.default.slice(3)];
  const merchants: Merchant[] = [
    { id: "10001", tenant: "default", variants: hosted, key: key(), previousKeys: [key()] },
    { id: "10002", tenant: "default", variants: cards, key: key(), previousKeys: [] },
    { id: "10003", tenant: "second", variants: variantsOf.second, key: key(), previousKeys: [] },
  ];
  return { merchants, rules: random.pick(ruleSets) };
}

/** Every key that no log line, answer or row may hold. */
export function listKeys({ merchants }: ShopSettings): string[] {
  return merchants.flatMap(({ key, previousKeys }) => [key, ...previousKeys]);
}

export interface SaleRequest {
  readonly reference: string;
  readonly tenant: string;
  readonly variant: Variant;
  readonly minor: number;
  readonly currency: "USD" | "JPY" | "KWD";
}

const sums = [
  { minor: 1999, currency: "USD" },
  { minor: 500, currency: "JPY" },
  { minor: 1250, currency: "KWD" },
  { minor: 100, currency: "USD" },
] as const;

export function randomSale(random: Random, reference: string): SaleRequest {
  const tenant = random.chance(0.8) ? "default" : "second";
  const variant = random.pick<Variant>([...variantsOf[tenant], "subscription"]);
  return { reference, tenant, variant, ...random.pick(sums) };
}

/** Decimal text of whole minor units. */
export function amountText(minor: number, currency: SaleRequest["currency"]): string {
  const decimals = { USD: 2, JPY: 0, KWD: 3 }[currency];
  const digits = String(minor).padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
