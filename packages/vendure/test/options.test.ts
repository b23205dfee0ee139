import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PayIndexPlugin } from "@pay-index/vendure";
import { bootstrap } from "@vendure/core";
import { expect, test } from "vitest";
import { freePort } from "./shop/open-vendure.mts";

const good = {
  gateway: "https://gateway.example",
  publicUrl: "https://api.shop.example/pay",
  merchants: [{ id: "1", key: "a-key" }],
  orderPage: () => "https://shop.example/order",
};

/** What stands in the error is all that whoever starts the shop gets to see. */
const said = (change: object) => {
  try {
    PayIndexPlugin.init({ ...good, ...change });
    return "nothing";
  } catch (error) {
    return String(error);
  }
};

test("good options are taken", () => {
  expect(said({})).toBe("nothing");
});

test.each<[string, object]>([
  ["orderPage", { orderPage: undefined }],
  ["orderPage", { orderPage: "/orders" }],
  ["retryPage", { retryPage: 7 }],
  ["subscriptionPlan", { subscriptionPlan: {} }],
  ["observe", { observe: "log" }],
  ["cardOrigins", { cardOrigins: "https://shop.example" }],
  ["cardOrigins", { cardOrigins: ["https://shop.example/checkout"] }],
  ["schedule", { schedule: 10 }],
  ["publicUrl", { publicUrl: "https://api.shop.example" }],
  ["publicUrl", { publicUrl: undefined }],
  ["publicUrl", { publicUrl: "pay" }],
])("a wrong %s is named at once: %j", (path, change) => {
  expect(said(change)).toMatch(new RegExp(`^PayIndexError: .*\\n  ${path}: `, "s"));
});

test("all that is wrong is named together", () => {
  expect(said({ orderPage: undefined, schedule: 10 })).toMatch(/orderPage: .*\n {2}schedule: /s);
});

test("what only core can check stops the boot, with its path", async () => {
  const shop = new URL("./shop/open-vendure.mts", import.meta.url);
  const plugin = { gateway: "http://gateway.example", merchants: [{ id: "1", key: "a-key" }] };
  const settings = { database: { kind: "sqljs" }, port: await freePort(), isEmpty: false, plugin };
  const code = `import(${JSON.stringify(shop.href)}).then((shop) => shop.openVendure(${JSON.stringify(settings)}))`;
  const boot = promisify(execFile)(process.execPath, ["-e", code]);
  // Nest ends the process, with what stopped it.
  await expect(boot).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("gateway: must start with https"),
  });
});

test("a plugin that nobody gave options says what to write", async () => {
  Object.assign(PayIndexPlugin, { options: undefined });
  const boot = bootstrap({
    apiOptions: { port: await freePort(), adminApiPath: "admin-api", shopApiPath: "shop-api" },
    authOptions: {},
    dbConnectionOptions: { type: "sqljs" },
    paymentOptions: { paymentMethodHandlers: [] },
    plugins: [PayIndexPlugin],
  });
  await expect(boot).rejects.toMatchObject({
    code: "options_invalid",
    message: expect.stringContaining("PayIndexPlugin.init"),
  });
});
