import { expect, test } from "vitest";
import type { LoadMerchants, MerchantOptions } from "../../src/entries/adapter.ts";
import { stringifyErrorInEveryWay, stringifyInEveryWay } from "../fixtures/stringify-in-every-way.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const merchant = { id: "10002", key: "sandbox-hosted-key" };
const secret = "key-that-nobody-may-read";
const unavailable = { code: "merchants_unavailable" };

/** A shop whose function answers what the test says, and the tenants that it was asked for. */
function openShop(load: LoadMerchants = () => [merchant]) {
  const answers = { load };
  const asked: string[] = [];
  const shop = new TestShop({
    merchants: (request) => {
      asked.push(request.tenant);
      return answers.load(request);
    },
  });
  const start = (reference = "order-1", tenant = "berlin") =>
    shop.gateway.start({ ...hostedSaleInput(reference), tenant });
  return { shop, answers, asked, start };
}

function expectNoSecret(shop: TestShop, error: unknown): void {
  const texts = { ...stringifyErrorInEveryWay(error), ...stringifyInEveryWay(shop.events) };
  for (const text of Object.values(texts)) expect(text).not.toContain("nobody");
}

test("the function gets the tenant of a sale, and its answer is cached for ten seconds", async () => {
  const { shop, asked, start } = openShop();
  await start("1");
  shop.pass(9.999);
  await start("2");
  expect(asked).toEqual(["berlin"]);
  shop.pass(0.001);
  await start("3");
  expect(asked).toEqual(["berlin", "berlin"]);
  expect(shop.lastForm.get("pay_memberid")).toBe("10002");
});

test("a merchant that is missing in the last answer can sell at once", async () => {
  const { answers, start } = openShop(() => []);
  await expect(start()).rejects.toMatchObject({ code: "merchant_missing" });
  answers.load = () => [{ ...merchant, variants: ["link"] }];
  await expect(start()).rejects.toMatchObject({ code: "merchant_missing" });
  answers.load = () => [{ ...merchant, variants: ["link", "hosted"] }];
  expect((await start()).state).toBe("redirect");
});

test("each tenant has one call at a time, and tenants do not wait for each other", async () => {
  let answer: (list: MerchantOptions[]) => void = () => undefined;
  const { asked, answers, start } = openShop(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const starts = Promise.all([start("1"), start("2"), start("3")]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(["berlin"]);
  answers.load = () => [merchant];
  await start("4", "paris");
  answer([merchant]);
  expect((await starts).map(({ state }) => state)).toEqual(["redirect", "redirect", "redirect"]);
  expect(asked).toEqual(["berlin", "paris"]);
});

test("a process caches at most 1000 tenants", async () => {
  const { shop, asked } = openShop();
  const form = (number: number) => shop.gateway.formToken({ reference: "1", tenant: `t${number}` });
  for (let number = 0; number <= 1000; number++) await form(number);
  asked.length = 0;
  await form(1000);
  await form(1);
  expect(asked).toEqual([]);
  await form(0);
  expect(asked).toEqual(["t0"]);
});

test("a guessable key that the function returns is refused outside the sandbox", async () => {
  const merchants: LoadMerchants = () => [{ ...merchant, key: "short" }];
  const https = { gateway: "https://gateway.example", publicUrl: "https://shop.example/pay" };
  const shop = new TestShop({ ...https, sandbox: false, merchants });
  await expect(shop.gateway.start(hostedSaleInput())).rejects.toMatchObject({
    ...unavailable,
    problems: [{ path: "merchants.0.key" }],
  });
});

const throws = (thrown: unknown) => () => {
  throw thrown;
};
const refusedConnection = Object.assign(new Error(`connect ${secret}`), { code: "ECONNREFUSED" });

test.each<[string, LoadMerchants, RegExp]>([
  ["an error that quotes a key", () => JSON.parse(secret), /threw SyntaxError\. To see its message/],
  ["an error with a code of the system", throws(refusedConnection), /threw Error \(ECONNREFUSED\)\./],
  ["no error at all", throws(secret), /threw an error\./],
])("%s: the message stays in the function", async (_, load, message) => {
  const { shop, start } = openShop(load);
  const error = await start().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ ...unavailable, message: expect.stringMatching(message) });
  expectNoSecret(shop, error);
});

test("the event ready says that a function returns the merchants", () => {
  const { shop, asked } = openShop();
  shop.gateway.reportReady({ database: "memory", schedule: "none" });
  expect(shop.events).toMatchObject([{ event: "ready", merchants: "function" }]);
  expect(asked).toEqual([]);
});
