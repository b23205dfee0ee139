import type { PayIndexError } from "@pay-index/core";
import { describe, expect, test } from "vitest";
import { checkOptions, type PayIndexPluginOptions } from "../src/options.ts";
import { payIndexProviders } from "../src/pay-index-providers.ts";
import { parseProviderId } from "../src/provider-id.ts";
import { findProviderMismatches } from "../src/provider-mismatches.ts";
import { PayIndexProvider } from "../src/providers/pay-index/provider.ts";

const key = "a-key-that-nobody-may-see";
const good: PayIndexPluginOptions = {
  gateway: "https://gateway.example",
  publicUrl: "https://api.shop.example/hooks/pay-index",
  merchants: [{ id: "1", key }],
  orderPage: ({ reference }) => `https://shop.example/orders/${reference}`,
};

test.each<[string, object]>([
  ["orderPage", { orderPage: undefined }],
  ["retryPage", { retryPage: 1 }],
  ["pages.outcome", { pages: { outcome: "theirs" } }],
  ["subscriptionPlan", { subscriptionPlan: {} }],
  ["completeOrder", { completeOrder: "completeCartWorkflow" }],
  ["onEvent", { onEvent: "log" }],
  ["telemetry", { telemetry: {} }],
  ["changeItem", { changeItem: { name: "Tea" } }],
  ["merchants", { merchants: () => [{ id: "1", key }] }],
  ["merchants.0.tenant", { merchants: [{ id: "1", key, tenant: "a_b" }] }],
  ["shcedule", { shcedule: "* * * * *" }],
])("a wrong %s stops the boot with its path", (path, wrong) => {
  for (const boot of [checkOptions, payIndexProviders]) {
    const options = { ...good, ...wrong } as PayIndexPluginOptions;
    const problems = pathsOf(() => boot(options));
    expect(problems).toContain(path);
  }
});

function pathsOf(boot: () => unknown): string[] {
  try {
    boot();
  } catch (error) {
    return (error as PayIndexError).problems.map(({ path }) => path);
  }
  return [];
}

describe("providers", () => {
  const ids = (options: Partial<PayIndexPluginOptions>) =>
    payIndexProviders({ ...good, ...options }).map(({ id }) => id);

  test("exist for each merchant and variant, for cards also if the shop no longer accepts them", () => {
    const all = ["card", "hosted", "link", "subscription", "apm"];
    expect([ids({}), ids({ acceptRawCards: true })]).toEqual([all, all]);
    const merchants = [
      { id: "1", key, variants: ["hosted" as const] },
      { id: "2", key, tenant: "berlin", variants: ["hosted" as const, "apm" as const] },
    ];
    expect(ids({ merchants })).toEqual(["hosted", "hosted_berlin", "apm_berlin"]);
  });

  test("have ids that contain the tenant and the variant", () => {
    expect(parseProviderId("pp_pay-index_hosted")).toEqual({ tenant: "default", variant: "hosted" });
    expect(parseProviderId("pp_pay-index_apm_berlin-2")).toEqual({ tenant: "berlin-2", variant: "apm" });
    for (const id of ["pp_system_default", "pay-index_hosted", "pp_pay-index_gold", ""])
      expect(parseProviderId(id)).toBeUndefined();
  });

  test("with other merchants than the plugin's are reported with their paths", () => {
    const berlin = { id: "2", key, tenant: "berlin", variants: ["apm" as const] };
    const registered = [
      ...payIndexProviders({ ...good, merchants: [{ id: "1", key }, berlin] }),
      { id: "stripe", options: {} },
    ];
    const differences = (...merchants: PayIndexPluginOptions["merchants"]) =>
      findProviderMismatches({ merchants }, registered).map(({ path }) => path);
    expect(differences({ id: "1", key }, berlin)).toEqual([]);
    expect(differences({ id: "1", key: "new", variants: ["link"] }, { ...berlin, id: "3" })).toEqual([
      "merchants.1.id",
    ]);
    expect(differences({ ...berlin, tenant: "hamburg", id: "3" })).toEqual([]);
  });

  test("that were registered manually without a merchant stop the boot", () => {
    expect(() => PayIndexProvider.validateOptions({ variant: "hosted" })).toThrow(/payIndexProviders/);
  });
});
