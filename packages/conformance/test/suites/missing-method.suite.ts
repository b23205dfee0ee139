import { type AbilityDeclarations, abilities, conformance, type HostShop } from "../../src/index.ts";

conformance("a host", {
  abilities: Object.fromEntries(
    Object.keys(abilities).map((name) => [name, "implemented"]),
  ) as AbilityDeclarations,
  open: async () =>
    ({ publicUrl: "http://127.0.0.1/pay", close: async () => undefined }) as unknown as HostShop,
});
