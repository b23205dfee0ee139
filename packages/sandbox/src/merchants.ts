import { SandboxError } from "./errors.ts";

export const variants = ["card", "hosted", "link", "subscription", "apm"] as const;

export type Variant = (typeof variants)[number];

/**
 * One merchant for each variant, like the gateway's test merchants: the merchant id determines the fields of a sale.
 */
export interface Merchant {
  readonly id: string;
  readonly variant: Variant;
  readonly key: string;
}

export const merchants: readonly Merchant[] = variants.map((variant, index) => ({
  id: String(10001 + index),
  variant,
  key: `sandbox-${variant}-key`,
}));

export function findMerchant(id: string): Merchant | undefined {
  return merchants.find((merchant) => merchant.id === id);
}

/** @throws SandboxError `unknown_merchant` */
export function requireMerchant(id: string): Merchant {
  const merchant = findMerchant(id);
  if (!merchant) throw new SandboxError("unknown_merchant", `there is no merchant ${id}`);
  return merchant;
}
