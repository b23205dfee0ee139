import { expect, test } from "vitest";
import {
  abilities,
  abilityNames,
  fullAbilityDeclarations as all,
  findDeclarationProblems,
} from "../src/abilities.ts";
import type { AbilityDeclarations, HostShop } from "../src/index.ts";
import { requireShopMethods } from "../src/require-shop-methods.ts";

const required = abilityNames.filter((name) => abilities[name].required);
const optional = abilityNames.filter((name) => !abilities[name].required);

test("a driver that declares everything can be played", () => {
  expect(findDeclarationProblems(all)).toEqual([]);
});

test.each(abilityNames)(
  "a driver that does not declare %s is refused, and the error names the ability",
  (name) => {
    for (const nonsense of [undefined, null, true, "", "Implemented", {}, { notApplicable: 1 }])
      expect(findDeclarationProblems({ ...all, [name]: nonsense })).toEqual([
        expect.stringContaining(`${name}: not declared`),
      ]);
  },
);

test.each(required)("%s cannot be not applicable", (name) => {
  const declared = { ...all, [name]: { notApplicable: "this host is special" } };
  expect(findDeclarationProblems(declared)).toEqual([
    expect.stringContaining(`${name}: required of every host`),
  ]);
});

test.each(optional)("%s may be not applicable, with a reason", (name) => {
  expect(findDeclarationProblems({ ...all, [name]: { notApplicable: "it sells one thing" } })).toEqual([]);
  for (const notApplicable of ["", " \n"])
    expect(findDeclarationProblems({ ...all, [name]: { notApplicable } })).toEqual([
      `${name}: not applicable without a reason`,
    ]);
});

test("an unknown ability is an error, because it can be a typing mistake", () => {
  expect(findDeclarationProblems({ ...all, stokc: "implemented" } as AbilityDeclarations)).toEqual([
    "stokc: there is no such ability",
  ]);
});

test("each ability that is declared as implemented needs its methods, and the error names a missing one", () => {
  const methods = [
    "checkout",
    "restart",
    "killAfter",
    "dump",
    "withoutDatabase",
    "hangOrder",
    "logIn",
    "refund",
  ];
  const shopWithout = (missing?: string) =>
    new Proxy({}, { get: (_, name) => (name === missing ? undefined : () => undefined) }) as HostShop;
  expect(() => requireShopMethods(shopWithout(), all)).not.toThrow();
  for (const method of methods)
    expect(() => requireShopMethods(shopWithout(method), all)).toThrow(`the shop has no ${method}()`);
  const nobodyLogsIn = { ...all, login: { notApplicable: "nobody logs in" } };
  expect(() => requireShopMethods(shopWithout("logIn"), nobodyLogsIn)).not.toThrow();
});
