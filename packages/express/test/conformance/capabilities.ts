import type { AbilityDeclarations } from "@pay-index/conformance";

/** What an Express shop has, whatever its database: carts, stock and customers are the shop's own, so it can have all of it. */
export const expressCapabilities: AbilityDeclarations = {
  hosted: "implemented",
  card: "implemented",
  link: "implemented",
  subscription: "implemented",
  apm: "implemented",
  cycles: "implemented",
  resolutions: "implemented",
  restart: "implemented",
  kill: "implemented",
  clock: "implemented",
  dump: "implemented",
  outages: "implemented",
  mishaps: "implemented",
  stock: "implemented",
  "cart-changes": "implemented",
  cancelling: "implemented",
  disabling: "implemented",
  tenants: "implemented",
  languages: "implemented",
  login: "implemented",
};
