import { describe, expect, test } from "vitest";
import {
  findUnservedVariantReason,
  refusesRawCards,
  servesVariant,
  tenantOfMerchant,
  variantsOfMerchant,
} from "../../src/options/merchant-variants.ts";
import { variants } from "../../src/protocol/sale/sale.ts";

const north = { tenant: "north", variants: ["link", "card"] } as const;

describe("a merchant", () => {
  test("without a tenant belongs to the tenant default", () => {
    expect([tenantOfMerchant({}), tenantOfMerchant(north)]).toEqual(["default", "north"]);
  });

  test("without variants serves all of them, and otherwise only its own", () => {
    expect([variantsOfMerchant({}), variantsOfMerchant(north)]).toEqual([variants, ["card", "link"]]);
  });

  test("serves a variant only for its tenant", () => {
    const served = [
      servesVariant(north, { tenant: "north", variant: "link" }),
      servesVariant(north, { tenant: "default", variant: "link" }),
      servesVariant(north, { tenant: "north", variant: "hosted" }),
      servesVariant({}, { tenant: "default", variant: "hosted" }),
    ];
    expect(served).toEqual([true, false, false, true]);
  });
});

test("only variants with card numbers need acceptRawCards: true", () => {
  const refused = variants.filter((variant) => refusesRawCards({ acceptRawCards: false }, variant));
  expect(refused).toEqual(["card", "subscription"]);
  expect(variants.filter((variant) => refusesRawCards({}, variant))).toEqual(refused);
  expect(variants.filter((variant) => refusesRawCards({ acceptRawCards: true }, variant))).toEqual([]);
});

test("buyers can pay if a merchant of one of the tenants serves the variant, and the shop accepts its cards", () => {
  const problem = (variant: "card" | "link" | "hosted", tenants: readonly string[], acceptRawCards = false) =>
    findUnservedVariantReason({ merchants: [north], acceptRawCards }, variant, tenants);
  expect([problem("link", ["default", "north"]), problem("card", ["north"], true)]).toEqual([
    undefined,
    undefined,
  ]);
  const missing = [problem("link", ["default"]), problem("link", []), problem("hosted", ["north"])];
  expect(new Set([...missing, problem("card", ["default"])])).toEqual(new Set(["merchant-missing"]));
  expect(problem("card", ["north"])).toBe("raw-cards-refused");
});
