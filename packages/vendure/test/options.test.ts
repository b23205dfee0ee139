import { PayIndexPlugin, type PayIndexPluginOptions } from "@pay-index/vendure";
import { defaultConfig, mergeConfig } from "@vendure/core";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createPostgresDatabase, createSqljsDatabase } from "./conformance/test-database.mts";
import { bootInChildProcess } from "./shop/boot-in-child-process.mts";
import { sellProduct } from "./shop/catalog-and-orders.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

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
  ["no order page", { ...right, orderPage: undefined }, ["orderPage"]],
  ["an order page that is an address", { ...right, orderPage: "/orders" }, ["orderPage"]],
  ["no public address", { ...right, publicUrl: undefined }, ["publicUrl"]],
  ["a public address that is none", { ...right, publicUrl: "shop.example/pay" }, ["publicUrl"]],
  ["a public address without a path", { ...right, publicUrl: "https://shop.example" }, ["publicUrl"]],
  ["card origins with a path", { ...right, cardOrigins: ["https://shop.example/card"] }, ["cardOrigins.0"]],
  [
    "all the rest",
    { ...right, retryPage: 1, plans: [], onEvent: "log", schedule: 10 },
    ["retryPage", "onEvent", "schedule", "plans"],
  ],
  [
    "pages that cannot be",
    { ...right, pages: { outcome: "theirs", language: "de", colour: "red" } },
    ["pages.outcome", "pages.language", "pages.colour"],
  ],
  ["pages that are a word", { ...right, pages: "ours" }, ["pages"]],
  [
    "plans that cannot be sold",
    {
      ...right,
      plans: {
        tea: { ...tea, type: "daily", attempts: "3", totalCount: 0 },
        coffee: { ...tea, id: "coffee", description: "" },
        mug: JSON.stringify(tea),
        cup: [tea],
      },
    },
    [
      "plans.tea.type",
      "plans.tea.attempts",
      "plans.tea.totalCount",
      "plans.coffee.id",
      "plans.coffee.description",
      "plans.mug",
      "plans.cup",
    ],
  ],
  ...["settle", {}, true, null].map((completeOrder): [string, object, string[]] => [
    `to complete orders by ${JSON.stringify(completeOrder)} (B-06)`,
    { ...right, completeOrder },
    ["completeOrder"],
  ]),
  [
    "an item instead of a function that changes it",
    { ...right, changeItem: { name: "Tea" } },
    ["changeItem"],
  ],
  ["senders that are a text", { ...right, notifyFrom: "203.0.113.7" }, ["notifyFrom"]],
  ["no address of a sender", { ...right, notifyFrom: { addresses: [] } }, ["notifyFrom.addresses"]],
  [
    "senders that cannot be (REP-SENDER)",
    { ...right, notifyFrom: { addresses: ["203.0.113.0/33"], proxies: -1, network: "gateway" } },
    ["notifyFrom.addresses.0", "notifyFrom.proxies", "notifyFrom.network"],
  ],
  ["merchants from a function", { ...right, merchants: () => right.merchants }, ["merchants"]],
  ["two plans with one id", { ...right, plans: { tea, again: tea } }, ["plans"]],
  ["a plan without a name", { ...right, plans: { "": tea } }, ["plans"]],
  ...[0, -1, 0.5, "5.00", { minor: 500, currency: "EUR" }].map(
    (firstPeriodAmount): [string, object, string[]] => [
      `a first period of ${JSON.stringify(firstPeriodAmount)} (PLAN-FIRST)`,
      { ...right, plans: { tea: { ...tea, firstPeriodAmount } } },
      ["plans.tea.firstPeriodAmount"],
    ],
  ),
])("init refuses %s, by its path", (_what, options, paths) => {
  try {
    PayIndexPlugin.init(options as PayIndexPluginOptions);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: "options_invalid", problems: paths.map((path) => ({ path })) });
    expect(String(error)).not.toContain("nobody-may-see");
  }
});

test("the field for plans exists for an empty list of plans, and not without the option", () => {
  const fieldsOf = (plans: Pick<PayIndexPluginOptions, "plans">) => {
    const configure = Reflect.getMetadata("configuration", PayIndexPlugin.init({ ...right, ...plans }));
    const own = { dbConnectionOptions: { type: "sqljs" as const }, apiOptions: { port: 3000 } };
    const config = configure(mergeConfig(defaultConfig, own));
    return config.customFields.ProductVariant.map(({ name }: { name: string }) => name);
  };
  expect([fieldsOf({ plans: { tea } }), fieldsOf({ plans: {} }), fieldsOf({})]).toEqual([
    ["payIndexPlan"],
    ["payIndexPlan"],
    [],
  ]);
});

describe("publicUrl", () => {
  const configure = (path: string, api: object = {}) => {
    const publicUrl = `https://shop.example${path}`;
    const plugin = Reflect.getMetadata("configuration", PayIndexPlugin.init({ ...right, publicUrl }));
    const apiOptions = { port: 3000, ...api };
    return plugin(mergeConfig(defaultConfig, { dbConnectionOptions: { type: "sqljs" }, apiOptions }));
  };

  test.each<[path: string, api: object, collides: string]>([
    ["/shop-api", {}, "Shop API at /shop-api"],
    ["/shop-api/pay", {}, "Shop API at /shop-api"],
    ["/Admin-API/", {}, "Admin API at /admin-api"],
    ["/store", { shopApiPath: "/store/" }, "Shop API at /store"],
    ["/api", { adminApiPath: "api/admin" }, "Admin API at /api/admin"],
  ])("cannot be %s, with %o", (path, api, collides) => {
    expect(() => configure(path, api)).toThrow(
      expect.objectContaining({
        code: "options_invalid",
        problems: [
          { path: "publicUrl", message: expect.stringContaining(`${collides}. Use a path of its own`) },
        ],
      }),
    );
  });

  test.each([
    ["/pay", {}],
    ["/shop-api-pay", {}],
    ["/shop-api", { shopApiPath: "store" }],
    ["/api/pay", { adminApiPath: "api/admin" }],
  ])("can be %s, with %o", (path, api) => {
    expect(() => configure(path, api)).not.toThrow();
  });
});

test.each(["mysql", "mariadb", "mssql"] as const)(
  "a database that the plugin does not support is refused before a table is created: %s",
  (type) => {
    const configure = Reflect.getMetadata("configuration", PayIndexPlugin.init(right));
    const own = { dbConnectionOptions: { type }, apiOptions: { port: 3000 } };
    expect(() => configure(mergeConfig(defaultConfig, own))).toThrow(
      `dbConnectionOptions.type: the plugin does not support ${type}. Use postgres`,
    );
  },
);

describe("the boot stops with a message about", {
  timeout: 60_000,
}, () => {
  test.each<[what: string, plugin: object, ...paths: string[]]>([
    ["no merchant", { merchants: [] }, "merchants: "],
    ["a merchant without a key", { merchants: [{ id: "10002" }] }, "merchants.0.key: "],
    ["plain http outside of the sandbox", { sandbox: false }, "gateway: must start with https://"],
    [
      "the password of older projects outside of the sandbox",
      {
        ...{ sandbox: false, gateway: "https://gateway.example", publicUrl: "https://shop.example/pay" },
        merchants: [{ id: "10002", key: "5f0d9c1b7a3e4d2c8b6a" }],
      },
      "authOptions.superadminCredentials.password: is the value of an example",
    ],
    ["a gateway with /pay_index", { gateway: "http://127.0.0.1:1/pay_index" }, "gateway: must be the base"],
    ["an option that there is not", { gatway: "https://gateway.example" }, "gatway: is not a known field"],
    [
      "policies that there are not",
      {
        immediateSuccess: "approved",
        unsignedNotifications: "accept",
        acknowledgement: "mismatch",
        failedNotificationLimit: 0,
        amountDecimals: 3,
        amountMismatch: { acceptOverpayment: { USD: -1 } },
      },
      ...["immediateSuccess: ", "unsignedNotifications: ", "acknowledgement: ", "failedNotificationLimit: "],
      ...["amountDecimals: ", "amountMismatch.acceptOverpayment.USD: "],
    ],
  ])("%s", async (_what, plugin, ...paths) => {
    const place = await createSqljsDatabase();
    onTestFinished(() => place.remove());
    const { code, said } = await bootInChildProcess(place.database, plugin);
    expect(code).toBe(1);
    for (const path of paths) expect(said).toContain(path);
    expect(said).not.toContain("booted");
  });

  test("a missing table", async () => {
    const place = await createPostgresDatabase();
    onTestFinished(() => place.remove());
    const { database } = place;
    const client = new Client({ connectionString: database.kind === "postgres" ? database.url : "" });
    await client.connect();
    await client.query("DROP TABLE pay_index_transaction");
    await client.end();
    const { code, said } = await bootInChildProcess(database, {});
    expect(code).not.toBe(0);
    expect(said).toContain("Generate a migration and run it");
    expect(said).not.toContain("booted");
  }, 120_000);
});

describe("a shop without raw cards (B-50)", () => {
  let stage: TestShop;
  let tea: string;
  beforeAll(async () => {
    stage = await openTestShop({ place: await createSqljsDatabase(), plugin: { acceptRawCards: false } });
    tea = await sellProduct(stage.app, { name: "Tea", price: 1999 });
  }, 120_000);
  afterAll(() => stage?.close());

  test.each(["card", "subscription"])("does not offer a method of the variant %s", async (method) => {
    const buyer = stage.buyer();
    const code = await buyer.isReadyToPay(tea);
    expect(await buyer.start({ method })).toMatchObject({ __typename: "PayIndexNotOfferedError" });
    await expect(stage.attempt(code)).rejects.toThrow("nothing was started");
    expect(await buyer.start({ method: "hosted" })).toMatchObject({ state: "REDIRECT" });
  });

  test("has no route for a card", async () => {
    const buyer = stage.buyer();
    const code = await buyer.isReadyToPay(tea);
    const card = { card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "0739" };
    const response = await fetch(`${stage.origin}/pay/card/default/${code}/card/en`, {
      method: "POST",
      headers: { origin: stage.origin },
      body: new URLSearchParams(card),
    });
    expect(response.status).toBe(404);
    expect((await response.text()) + stage.logged.join("\n")).not.toContain("42424242");
  });
});
