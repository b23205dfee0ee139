import { money } from "@pay-index/core";
import { createGateway } from "@pay-index/core/adapter";
import { MemoryStore } from "@pay-index/core/store";
import { nodePlatform } from "@pay-index/server";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createPaidSessionData,
  createPendingSessionData,
  type Sealer,
  type SessionData,
  verifySealedPayment,
} from "../src/session-seal.ts";

function createInstallation(store = new MemoryStore(), key = "sandbox-hosted-key") {
  return createGateway({
    options: {
      gateway: "http://gateway.test",
      publicUrl: "http://shop.test/hooks/pay-index",
      sandbox: true,
      merchants: [{ id: "10002", key }],
    },
    store,
    orders: { placeOrder: () => Promise.reject(new Error("This shop places no order.")) },
    pages: { orderPage: () => "/" },
    platform: nodePlatform,
  });
}

const store = new MemoryStore();
const sealer = createInstallation(store);
const session = { providerId: "pp_pay-index_hosted", sessionId: "payses_1" };
const payment = { attemptId: "ABCDEFGHJKMNPQRSTVWX", amount: money(2499, "USD"), transactionId: "7" };
const readSealedPayment = (data: Record<string, unknown> | undefined, of = session, by: Sealer = sealer) =>
  verifySealedPayment(() => by, of, data);
let data: SessionData;
beforeAll(async () => {
  data = await createPaidSessionData(sealer, session, { ...payment, variant: "hosted" });
});

test("a paid session is sealed, and read back", async () => {
  expect(await readSealedPayment(data)).toEqual(payment);
});

test("a pending session has no seal, so a buyer gets nothing that was made with a secret before the payment", () => {
  expect(createPendingSessionData("hosted")).toMatchObject({ state: "pending", seal: null });
});

test("a renewal's seal is valid for its cycle only, and not for the sale", async () => {
  const renewal = await createPaidSessionData(sealer, session, { ...payment, cycle: 2, variant: "hosted" });
  expect(await readSealedPayment(renewal)).toEqual({ ...payment, cycle: 2 });
  for (const cycle of [3, null, "2"]) expect(await readSealedPayment({ ...renewal, cycle })).toBeUndefined();
  expect(await readSealedPayment({ ...data, cycle: 2 })).toBeUndefined();
});

describe("other data are not a payment", () => {
  test.each<[string, (() => Record<string, unknown>) | undefined]>([
    ["no data", undefined],
    ["what a shopper made up", () => ({ state: "paid", paid: true })],
    ["a pending session", () => ({ ...data, ...createPendingSessionData("hosted") })],
    [
      "a pending session that says paid",
      () => ({ ...data, ...createPendingSessionData("hosted"), state: "paid" }),
    ],
    ["another amount", () => ({ ...data, amount: 1 })],
    ["an amount that is text", () => ({ ...data, amount: "2499" })],
    ["another currency", () => ({ ...data, currency: "JPY" })],
    ["another payment", () => ({ ...data, attempt_id: "BBCDEFGHJKMNPQRSTVWX" })],
    ["another transaction", () => ({ ...data, transaction: "8" })],
    // Both texts are of the same letters in a row.
    [
      "a part that took a letter of the next",
      () => ({ ...data, attempt_id: "ABCDEFGHJKMNPQRSTVWX2", amount: 499 }),
    ],
    ["no seal", () => ({ ...data, seal: "" })],
    ["a seal that is no text", () => ({ ...data, seal: [data.seal] })],
  ])("%s", async (_what, changed) => {
    expect(await readSealedPayment(changed?.())).toBeUndefined();
  });

  test.each([
    ["another session", { ...session, sessionId: "payses_2" }],
    ["another provider", { ...session, providerId: "pp_pay-index_link" }],
    ["no session", { ...session, sessionId: "" }],
  ])("the seal of %s", async (_what, other) => {
    expect(await readSealedPayment(data, other)).toBeUndefined();
  });

  test("a seal of another installation with the same merchant key", async () => {
    expect(await readSealedPayment(data, session, createInstallation())).toBeUndefined();
  });
});

test("a seal stays valid after the merchant key and the installation's secret were rotated", async () => {
  const rotated = createInstallation(store, "another-key");
  await rotated.rotateSecret();
  expect(await readSealedPayment(data, session, rotated)).toEqual(payment);
});
