import { PayIndexPlugin, type PayIndexPluginOptions } from "@pay-index/vendure";
import { defaultConfig, mergeConfig, type VendureConfig } from "@vendure/core";
import { expect, test } from "vitest";

const right: PayIndexPluginOptions = {
  gateway: "https://gateway.example",
  publicUrl: "https://shop.example/pay",
  merchants: [{ id: "10002", key: "a-key-that-nobody-may-see" }],
  orderPage: ({ reference }) => `/orders/${reference}`,
};

const tea = {
  id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42",
  name: "Tea",
  type: "monthly",
  description: "A box of tea",
  attempts: 3,
} as const;

test.each<[what: string, options: object | undefined, paths: string[]]>([
  ["nothing", undefined, ["orderPage", "publicUrl"]],
  ["an order page that is an address", { ...right, orderPage: "/orders" }, ["orderPage"]],
  ["a public address that is none", { ...right, publicUrl: "shop.example/pay" }, ["publicUrl"]],
  ["a public address without a path", { ...right, publicUrl: "https://shop.example" }, ["publicUrl"]],
  [
    "all the rest",
    { ...right, retryPage: 1, plans: [], onEvent: "log", schedule: 10, changeItem: {}, pages: "ours" },
    ["pages", "retryPage", "onEvent", "changeItem", "schedule", "plans"],
  ],
  [
    "plans that cannot be sold",
    {
      ...right,
      plans: { tea: { ...tea, type: "daily" }, coffee: { ...tea, id: "coffee" }, mug: JSON.stringify(tea) },
    },
    ["plans.tea.type", "plans.coffee.id", "plans.mug"],
  ],
  ["telemetry that is none", { ...right, telemetry: {} }, ["telemetry"]],
  ["to complete orders by a text (B-06)", { ...right, completeOrder: "settle" }, ["completeOrder"]],
  [
    "no address of a sender (REP-SENDER)",
    { ...right, notifyFrom: { addresses: [] } },
    ["notifyFrom.addresses"],
  ],
  ["merchants from a function", { ...right, merchants: () => right.merchants }, ["merchants"]],
  ["two plans with one id", { ...right, plans: { tea, again: tea } }, ["plans"]],
  ["a plan without a name", { ...right, plans: { "": tea } }, ["plans"]],
  [
    "a first period of another currency (PLAN-FIRST)",
    { ...right, plans: { tea: { ...tea, firstPeriodAmount: { minor: 500, currency: "EUR" } } } },
    ["plans.tea.firstPeriodAmount"],
  ],
  [
    "a permission of buyers that the shop itself does not have",
    { ...right, buyersMayCancel: true },
    ["buyersMayCancel"],
  ],
])("init refuses %s, by its path", (_what, options, paths) => {
  try {
    PayIndexPlugin.init(options as PayIndexPluginOptions);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: "options_invalid" });
    const { problems } = error as { problems: { path: string }[] };
    expect(problems.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect(String(error)).not.toContain("nobody-may-see");
  }
});

/** The configuration of a Vendure that has the plugin with these options. */
function configure(plugin: Partial<PayIndexPluginOptions>, own: Partial<VendureConfig> = {}) {
  const change = Reflect.getMetadata("configuration", PayIndexPlugin.init({ ...right, ...plugin }));
  const apiOptions = { port: 3000 };
  return change(mergeConfig(defaultConfig, { dbConnectionOptions: { type: "sqljs" }, apiOptions, ...own }));
}

test("the field for plans exists for an empty list of plans, and not without the option", () => {
  const fieldsOf = (plans: Pick<PayIndexPluginOptions, "plans">) =>
    configure(plans).customFields.ProductVariant.map(({ name }: { name: string }) => name);
  expect([fieldsOf({ plans: {} }), fieldsOf({})]).toEqual([["payIndexPlan"], []]);
});

test.each<[path: string, api: object, collides: string | undefined]>([
  ["/shop-api", {}, "Shop API at /shop-api"],
  ["/shop-api/pay", {}, "Shop API at /shop-api"],
  ["/Admin-API/", {}, "Admin API at /admin-api"],
  ["/store", { shopApiPath: "/store/" }, "Shop API at /store"],
  ["/api", { adminApiPath: "api/admin" }, "Admin API at /api/admin"],
  ["/shop-api-pay", {}, undefined],
  ["/shop-api", { shopApiPath: "store" }, undefined],
  ["/api/pay", { adminApiPath: "api/admin" }, undefined],
])("the path %s of publicUrl, with %o, collides with: %s", (path, api, collides) => {
  const configured = () =>
    configure({ publicUrl: `https://shop.example${path}` }, { apiOptions: { port: 3000, ...api } });
  if (collides === undefined) expect(configured).not.toThrow();
  else expect(configured).toThrow(`${collides}. Use a path of its own`);
});

test.each(["oracle", "mssql"] as const)(
  "a database that the plugin does not support is refused before a table is created: %s",
  (type) => {
    expect(() => configure({}, { dbConnectionOptions: { type } })).toThrow(
      `dbConnectionOptions.type: the plugin does not support ${type}. Use postgres`,
    );
  },
);
