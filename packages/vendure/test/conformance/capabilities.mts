import { type AbilityDeclarations, fullAbilityDeclarations } from "@pay-index/conformance";

export const postgresCapabilities: AbilityDeclarations = {
  ...fullAbilityDeclarations,
  login: {
    notApplicable:
      "Vendure gives a guest who logs in while they pay another, empty order. The one that is being paid is placed by its notification.",
  },
};

export const sqljsCapabilities: AbilityDeclarations = {
  ...postgresCapabilities,
  injectedFailures: {
    notApplicable:
      "sql.js writes its file after a commit, not with it: who is killed then comes back without what it had committed.",
  },
  outages: {
    notApplicable: "sql.js keeps the database in the memory of the shop's own process: it cannot be away.",
  },
};
