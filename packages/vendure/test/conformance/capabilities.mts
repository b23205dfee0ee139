import type { AbilityDeclarations } from "@pay-index/conformance";

const allCapabilities: AbilityDeclarations = {
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
  login: {
    notApplicable:
      "Vendure gives a guest who logs in while they pay another, empty order. The one that is being paid is placed by its notification.",
  },
};

export const postgresCapabilities: AbilityDeclarations = allCapabilities;

export const sqljsCapabilities: AbilityDeclarations = {
  ...allCapabilities,
  mishaps: {
    notApplicable:
      "sql.js writes its file after a commit, not with it: who is killed then comes back without what it had committed.",
  },
  outages: {
    notApplicable: "sql.js keeps the database in the memory of the shop's own process: it cannot be away.",
  },
};
