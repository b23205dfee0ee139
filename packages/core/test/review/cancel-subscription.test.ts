import { describe, expect, test } from "vitest";
import { hostedSaleInput } from "../fixtures/test-shop.ts";
import { CancelShop, cancelReply } from "./cancel-shop.ts";

const noon = "2026-03-01T12:00:00.000Z";
const cancelled = { outcome: "cancelled", closedAt: noon };

test("CAN-CLOSED: a confirmed cancellation closes the subscription like a closing that the gateway reports", async () => {
  const shop = await CancelShop.paid();
  expect(await shop.cancel()).toEqual(cancelled);
  const closed = { state: "closed", closedAt: noon, nextCycle: undefined };
  expect(await shop.subscription()).toMatchObject(closed);
  await shop.cycle(1, { enabled: "0" });
  expect(shop.subscriptionCalls).toEqual(["closed"]);
  expect(await shop.timeline()).toEqual([
    "u1 (Grace) asked to cancel the subscription.",
    "The gateway confirmed the cancellation. It charges no further cycle.",
  ]);
  expect(await shop.itemKinds()).toEqual([]);
});

test("CAN-REPLY: the status decides, never the text a refusal closes nothing, and staff see its text", async () => {
  const shop = await CancelShop.paid();
  shop.replies({ status: "error", msg: "the subscription 4111111111111111 does not run" });
  await shop.cancel();
  expect(await shop.timeline()).toEqual([
    "u1 (Grace) asked to cancel the subscription.",
    "The gateway refused the cancellation. Charges go on. The gateway's text: the subscription [digits] does not run",
  ]);
  expect(await shop.itemKinds()).toEqual([]);
  expect(shop.subscriptionCalls).toEqual([]);
  await shop.passDays(1);
  expect(shop.cancellations).toHaveLength(1);
});

describe("CAN-ONCE: the known outcome is returned without a request to the gateway", () => {
  test("for a subscription whose closing the gateway reported, or whose plan is completed", async () => {
    const closed = await CancelShop.paid();
    await closed.cycle(1, { enabled: "0" });
    expect(await closed.cancel()).toEqual(cancelled);
    const ended = await CancelShop.paid();
    for (let cycle = 2; cycle <= 12; cycle++) await ended.cycle(cycle);
    expect(await ended.cancel()).toEqual({ outcome: "ended" });
    expect([...closed.cancellations, ...ended.cancellations]).toEqual([]);
  });

  test("for a buyer while the shop repeats its request, but staff can ask at once", async () => {
    const shop = await CancelShop.paid();
    shop.cancelAnswer = () => new Response("<html>");
    expect(await shop.cancel("buyer")).toEqual({ outcome: "unclear", reason: "not_json" });
    expect(await shop.cancel("buyer")).toEqual({ outcome: "unclear", reason: "waiting" });
    expect(shop.cancellations).toHaveLength(1);
    shop.replies({});
    expect(await shop.cancel()).toEqual(cancelled);
    expect(shop.cancellations).toHaveLength(2);
  });

  test("for a buyer who asks more than ten times before the gateway answers", async () => {
    const shop = await CancelShop.paid();
    const answers: ((answer: Response) => void)[] = [];
    shop.cancelAnswer = () => new Promise((resolve) => void answers.push(resolve));
    const asked: Promise<unknown>[] = [];
    for (let request = 1; request <= 10; request++) {
      shop.pass(1);
      asked.push(shop.cancel("buyer"));
      await expect.poll(() => answers.length).toBe(request);
    }
    shop.pass(1);
    expect(await shop.cancel("buyer")).toEqual({ outcome: "unclear", reason: "waiting" });
    expect(answers).toHaveLength(10);
    for (const answer of answers) answer(cancelReply(shop.lastForm));
    for (const each of asked) expect(await each).toMatchObject({ outcome: "cancelled" });
    expect(shop.subscriptionCalls).toEqual(["closed"]);
  });

  test("for a buyer whose requests the gateway refused ten times", async () => {
    const shop = await CancelShop.paid();
    shop.replies({ status: "error", msg: "no" });
    for (let request = 1; request <= 12; request++) {
      shop.pass(1);
      expect(await shop.cancel("buyer")).toEqual({ outcome: "refused", text: "no" });
    }
    expect(shop.cancellations).toHaveLength(10);
    shop.replies({});
    expect((await shop.cancel()).outcome).toBe("cancelled");
  });
});

test("CAN-COMMIT: a cancellation that the gateway confirms to one caller and refuses to the other is cancelled for both", async () => {
  const shop = await CancelShop.paid();
  let calls = 0;
  shop.cancelAnswer = (form) => cancelReply(form, { status: calls++ === 0 ? "success" : "error" });
  const results = await Promise.all([shop.cancel(), shop.cancel("buyer")]);
  expect(results.map(({ outcome }) => outcome)).toEqual(["cancelled", "cancelled"]);
});

describe("a cancellation is refused, and nothing is sent", () => {
  const rejects = (shop: CancelShop, code: string, request: object = {}) =>
    expect(
      shop.gateway.cancelSubscription({ reference: "order-1", by: "buyer", ...request }),
    ).rejects.toMatchObject({ code });

  test.each([
    ["attempt_unknown", { reference: "order-2" }],
    ["attempt_unknown", { attemptId: "00000000000000000001" }],
    ["attempt_unknown", { attemptId: "not an id" }],
    ["resolution_invalid", { by: null }],
    ["resolution_invalid", { by: "staff" }],
    ["resolution_invalid", { by: { id: "two words" } }],
  ])("with %s for %j", async (code, request) => {
    const shop = await CancelShop.paid();
    await rejects(shop, code, request);
    expect(shop.cancellations).toHaveLength(0);
  });

  test("for a payment without a subscription, and one without a charge", async () => {
    const shop = await CancelShop.paid({ isPaid: false });
    await rejects(shop, "subscription_missing");
    await shop.gateway.start(hostedSaleInput("order-2"));
    await shop.notify();
    await rejects(shop, "subscription_missing", { reference: "order-2" });
    expect(shop.cancellations).toHaveLength(0);
  });

  test("without the merchant in the options", async () => {
    const shop = await CancelShop.paid();
    const merchants = [{ id: "10003", key: "k" }];
    const other = new CancelShop({ merchants, operations: { cancelSubscription: {} } }, shop.store);
    await rejects(other, "merchant_missing");
    expect(await shop.timeline()).toEqual([]);
  });
});

test("a subscription whose charge is under review or refunded can be cancelled, because the gateway continues to charge", async () => {
  const shop = await CancelShop.paid({ isPaid: false });
  await shop.cycle(1, { amount: "1.00", true_amount: "1.00" });
  expect(await shop.state()).toBe("review");
  expect(await shop.cancel()).toEqual(cancelled);
});

test("each answer emits an event, and every answer except a confirmation is a warning", async () => {
  const shop = await CancelShop.paid();
  shop.replies({ status: "error", msg: "no" });
  await shop.cancel();
  shop.pass(1);
  shop.cancelAnswer = () => new Response("", { status: 502 });
  await shop.cancel();
  shop.replies({});
  await shop.cancel();
  const events = shop.events.flatMap((event) =>
    event.event === "cancellation-answered" ? [[event.outcome, event.text ?? event.reason]] : [],
  );
  expect(events).toEqual([
    ["refused", "no"],
    ["unclear", "http_status"],
    ["cancelled", undefined],
  ]);
});
