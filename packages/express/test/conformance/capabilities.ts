import { type AbilityDeclarations, fullAbilityDeclarations } from "@pay-index/conformance";

/** An Express shop keeps its own carts, stock and customers, so it can have every ability, with any database. */
export const expressCapabilities: AbilityDeclarations = fullAbilityDeclarations;
