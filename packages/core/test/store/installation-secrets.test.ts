import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import type { Gateway } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const payment = { reference: "order-1" };

/** Every token that is derived and not stored, and whether the gateway takes it. */
async function derivedTokens(shop: TestShop) {
  const started = await shop.gateway.start(hostedSaleInput());
  shop.answer = () => new Promise(() => undefined);
  const [attemptId = "", state = ""] = started.statusUrl.split("/").slice(-2);
  const form = await shop.gateway.formToken(payment);
  const seal = await shop.gateway.seal({ purpose: "test", parts: ["a"] });
  const isTaken = async (gateway: Gateway) => [
    await gateway.attemptState({ attemptId, token: state }).catch(({ code }) => code),
    await gateway.isFormToken({ ...payment, token: form }),
    await gateway.isSeal({ purpose: "test", parts: ["a"], seal }),
  ];
  return { form, seal, isTaken };
}
const taken = ["pending", true, true];
const refused = ["attempt_unknown", false, false];

describe("derived tokens depend on the installation's secret (URL-TOKENS)", () => {
  test("not on the merchant key: an installation with another database accepts none of them", async () => {
    const store = new MemoryStore();
    const { isTaken } = await derivedTokens(new TestShop({}, store));
    const other = new TestShop({ merchants: [{ id: "10002", key: "another" }] }, store);
    expect(await isTaken(other.gateway)).toEqual(taken);
    expect(await isTaken(new TestShop().gateway)).toEqual(refused);
  });

  test("a seal is valid for one purpose and one list of parts", async () => {
    const { gateway } = new TestShop();
    const seal = await gateway.seal({ purpose: "test", parts: ["a", "b"] });
    expect(await gateway.isSeal({ purpose: "test", parts: ["a", "b"], seal })).toBe(true);
    for (const other of [
      { purpose: "other", parts: ["a", "b"] },
      { purpose: "test", parts: ["a"] },
      { purpose: "test", parts: ["ab"] },
      { purpose: "test", parts: ['a","b'] },
    ])
      expect(await gateway.isSeal({ ...other, seal })).toBe(false);
  });
});

test("the first use creates one secret of 32 random bytes, and two processes at once share it (URL-TOKENS)", async () => {
  const store = new MemoryStore();
  const shops = Array.from({ length: 5 }, () => new TestShop({}, store));
  const tokens = await Promise.all(shops.map(({ gateway }) => gateway.formToken(payment)));
  const secrets = await store.secrets();
  expect(secrets.map(({ version }) => version)).toEqual([1]);
  expect(Buffer.from(secrets[0]?.value ?? "", "base64url")).toHaveLength(32);
  for (const { gateway } of shops)
    for (const token of tokens) expect(await gateway.isFormToken({ ...payment, token })).toBe(true);
});

describe("rotation (URL-TOKENS)", () => {
  test("tokens of open attempts stay valid through two rotations, new tokens use the newest secret, and forgetPrevious ends all", async () => {
    const shop = new TestShop();
    const { form, isTaken } = await derivedTokens(shop);
    for (let times = 1; times <= 2; times++) {
      await shop.gateway.rotateSecret();
      expect(await isTaken(shop.gateway)).toEqual(taken);
      expect(await shop.gateway.formToken(payment)).not.toBe(form);
    }
    await shop.gateway.rotateSecret();
    expect(await isTaken(shop.gateway)).toEqual(refused);
    expect((await shop.store.secrets()).map(({ version }) => version)).toEqual([4, 3, 2]);
    const latest = await derivedTokens(new TestShop({}, shop.store));
    await shop.gateway.rotateSecret({ forgetPrevious: true });
    expect(await latest.isTaken(shop.gateway)).toEqual(refused);
    expect(await shop.store.secrets()).toHaveLength(1);
  });

  test("another process accepts tokens of a secret that it has not read yet, and uses it after five minutes", async () => {
    const store = new MemoryStore();
    const [one, other] = [new TestShop({}, store), new TestShop({}, store)];
    const sealOf = ({ gateway }: TestShop) => gateway.seal({ purpose: "test", parts: [] });
    const before = await sealOf(other);
    await one.gateway.rotateSecret();
    expect(await sealOf(other)).toBe(before);
    other.pass(300);
    expect(await sealOf(other)).toBe(await sealOf(one));
    await one.gateway.rotateSecret();
    const { isTaken } = await derivedTokens(one);
    expect(await isTaken(other.gateway)).toEqual(taken);
  });

  test("two rotations at once add two secrets, and both processes continue", async () => {
    const store = new MemoryStore();
    const shops = [new TestShop({}, store), new TestShop({}, store)];
    await Promise.all(shops.map(({ gateway }) => gateway.rotateSecret()));
    expect((await store.secrets()).map(({ version }) => version)).toEqual([3, 2, 1]);
  });
});

test("no event, error or rendering contains the secret (URL-TOKENS)", async () => {
  const shop = new TestShop();
  await derivedTokens(shop);
  await shop.gateway.rotateSecret();
  const values = (await shop.store.secrets()).map(({ value }) => value);
  shop.store.addSecret = () => Promise.reject(new Error("no room"));
  const error = await shop.gateway.rotateSecret().catch((thrown: unknown) => thrown);
  const shown =
    JSON.stringify([shop.events, String(error), await shop.gateway.status(payment)]) +
    inspect([error, shop.gateway], { depth: 9 });
  for (const value of values) expect(shown).not.toContain(value);
  expect(shown).not.toMatch(/[\w-]{43}/);
  expect(shop.events).toContainEqual({ event: "secret-rotated", version: 2 });
});

test("tokens verify with the secrets that were read, while the store is unavailable (URL-TOKENS)", async () => {
  const shop = new TestShop();
  const { form } = await derivedTokens(shop);
  shop.store.secrets = () => Promise.reject(new Error("away"));
  shop.pass(301);
  expect(await shop.gateway.isFormToken({ ...payment, token: form })).toBe(true);
  await expect(shop.gateway.isFormToken({ ...payment, token: `9${form}` })).rejects.toMatchObject({
    code: "store_unavailable",
  });
});
