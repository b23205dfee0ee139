import { type Ability, type AbilityDeclarations, abilities, conformance } from "../../src/index.ts";

const { kill: _, ...declared } = Object.fromEntries(
  Object.keys(abilities).map((name) => [name, "implemented"]),
) as Record<Ability, "implemented">;

conformance("a host", {
  abilities: { ...declared, stock: { notApplicable: " " } } as unknown as AbilityDeclarations,
  open: () => Promise.reject(new Error("this driver must not be opened")),
});
