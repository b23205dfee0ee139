import type { AbilityDeclarations } from "@pay-index/conformance";

export const medusaCapabilities: AbilityDeclarations = {
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
  cancelling: {
    notApplicable:
      "Medusa has no order before it is paid, so while a buyer pays there is only a cart, and a cart cannot be cancelled.",
  },
  disabling: {
    notApplicable:
      "Medusa completes no cart by a provider that its region offers no longer. Staff are told, and place the order when it is offered again.",
  },
  tenants: "implemented",
  languages: "implemented",
  login: "implemented",
};
