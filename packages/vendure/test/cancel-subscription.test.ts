import { englishStaffTexts } from "@pay-index/core/staff";
import type { FaultInput } from "@pay-index/sandbox";
import { Kind } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminSchema } from "../src/admin-api/admin-schema.ts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { monthDuration, SubscriptionTestShop } from "./shop/subscriptions/subscription-test-shop.mts";

// Subscriptions that staff and buyers cancel, on a real Vendure and the sandbox.

const staffCancel = `mutation ($orderId: ID!, $attemptId: String!) {
  cancelPayIndexSubscription(orderId: $orderId, attemptId: $attemptId) { outcome closedAt reason text } }`;
const buyerCancel = `mutation ($code: String!) {
  cancelPayIndexSubscription(orderCode: $code) { outcome closedAt reason text } }`;
const cancelled = { outcome: "CANCELLED", closedAt: expect.any(String), reason: null, text: null };

let shop: SubscriptionTestShop;
let tea: string;
beforeAll(async () => {
  const operations = { cancelSubscription: {} };
  shop = await SubscriptionTestShop.open(await createSqljsDatabase(), { operations, buyersMayCancel: true });
  tea = await shop.onPlan("tea");
}, 120_000);
afterAll(() => shop?.stage.close());

async function subscribed(faults: FaultInput[] = []) {
  const started = await shop.subscribed(tea);
  await shop.stage.control.setFaults({ of: "order", orderId: started.attemptId }, faults);
  const { id } = await shop.orderOf(started.code);
  return { ...started, orderId: String(id) };
}

const askAsStaff = ({ orderId, attemptId }: { orderId: string; attemptId: string }) =>
  shop.staff.ask(staffCancel, { orderId, attemptId });
const cancellationsOf = (attemptId: string) =>
  shop.stage.logged.filter((line) => line.includes('"cancellation-answered"') && line.includes(attemptId));
const textsOf = async (code: string) =>
  (await shop.gateway().status({ reference: code })).attempts[0]?.timeline.map(({ text }) => text);

test("the API has every outcome that core has a text for", () => {
  const names = adminSchema.definitions.flatMap((node) =>
    node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === "PayIndexCancelOutcome"
      ? (node.values ?? []).map(({ name }) => name.value.toLowerCase())
      : [],
  );
  expect(names.toSorted()).toEqual(Object.keys(englishStaffTexts.cancellation.outcomes).toSorted());
});

describe("staff", () => {
  test("cancel a subscription once, and the gateway charges no further cycle (CAN-CLOSED, CAN-ONCE)", async () => {
    const { code, ...about } = await subscribed();
    for (const _ of [1, 2]) expect(await askAsStaff(about)).toEqual(cancelled);
    expect(cancellationsOf(about.attemptId)).toHaveLength(1);
    expect((await shop.standing(code)).subscription.state).toBe("closed");
    expect(await textsOf(code)).toContain("1 (Super Admin) asked to cancel the subscription.");
    expect(shop.told.filter(({ event }) => event === "SubscriptionClosedEvent")).toHaveLength(1);
    await shop.stage.control.advance(monthDuration);
    expect((await shop.standing(code)).renewals).toEqual([]);
  });

  test("read that an answer is unclear, and the subscription continues", async () => {
    const { code, ...about } = await subscribed([{ kind: "broken_reply", operation: "cancel", as: "html" }]);
    expect(await askAsStaff(about)).toEqual({
      outcome: "UNCLEAR",
      closedAt: null,
      reason: "not_json",
      text: null,
    });
    expect((await shop.standing(code)).subscription.state).toBe("active");
  });

  test("read what to do about an order without a subscription, and about one of another order", async () => {
    const buyer = shop.stage.buyer();
    const code = await buyer.isReadyToPay(await shop.onPlan(null));
    await buyer.start({ method: "hosted" });
    const orderId = String((await shop.orderOf(code)).id);
    const attemptId = await shop.stage.attempt(code);
    await expect(askAsStaff({ orderId, attemptId })).rejects.toThrow("This payment is no subscription");
    const { attemptId: other } = await subscribed();
    await expect(askAsStaff({ orderId, attemptId: other })).rejects.toThrow("No attempt of this reference");
    expect(cancellationsOf(other)).toEqual([]);
  });
});

describe("a buyer", () => {
  test("cancels the subscription of their own order; nobody else can, with or without an account", async () => {
    const [owner, other] = [await shop.signedIn("own@example.com"), await shop.signedIn("other@example.com")];
    const code = await shop.isReady(owner, tea);
    const attemptId = await shop.begin(owner, code);
    for (const buyer of [other, shop.stage.buyer()]) {
      expect(await buyer.ask(buyerCancel, { code })).toBeNull();
      expect((await shop.standing(code)).subscription.state).toBe("active");
    }
    expect(cancellationsOf(attemptId)).toEqual([]);
    expect(await owner.ask(buyerCancel, { code })).toEqual(cancelled);
    expect((await shop.standing(code)).subscription.state).toBe("closed");
    expect(await textsOf(code)).toContain("The buyer asked to cancel the subscription.");
  });

  test("without an account cancels nothing, also if Vendure displays the order to them", async () => {
    const { buyer, code } = await subscribed();
    expect(await buyer.ask("query ($code: String!) { orderByCode(code: $code) { code } }", { code })).toEqual(
      {
        code,
      },
    );
    expect(await buyer.ask(buyerCancel, { code })).toBeNull();
    expect((await shop.standing(code)).subscription.state).toBe("active");
  });

  test("gets null for an order that does not exist, or has no subscription", async () => {
    const owner = await shop.signedIn("once@example.com");
    const code = await shop.isReady(owner, await shop.onPlan(null));
    await owner.start({ method: "hosted" });
    await shop.stage.paid(code);
    for (const each of [code, "NONE"]) expect(await owner.ask(buyerCancel, { code: each })).toBeNull();
  });
});
