import type { Variant } from "@pay-index/core";

/** Whether the card is sent to this server. */
export function isDirectCardVariant(variant: Variant): variant is "card" | "subscription" {
  return variant === "card" || variant === "subscription";
}
