import type { FaultInput } from "@pay-index/sandbox";
import { OrderService } from "@vendure/core";
import { expect, test } from "vitest";
import { createContext, readOrderRecord } from "../catalog-and-orders.mts";
import type { TestShop } from "../test-shop.mts";

const paymentFields = `state placedAt attemptCount order { code buyer { name } }
  attempts { attemptId number variant state amount currencyCode timeline { source text phrases { id values } } }
  reviewItems { item { id kind attemptId evidence } recommendedAction canRetry }`;
const readPayment = `query ($orderId: ID!) { payIndexPayment(orderId: $orderId) { ${paymentFields} } }`;
const resolveReviewItem = `mutation ($input: ResolvePayIndexReviewItemInput!) { resolvePayIndexReviewItem(input: $input) { ${paymentFields} } }`;
const retryReviewItem = `mutation ($orderId: ID!, $id: String!) { retryPayIndexReviewItem(orderId: $orderId, id: $id) { outcome problem payment { ${paymentFields} } } }`;

const wrongAmount: FaultInput[] = [{ kind: "wrong_amount", trueAmount: "1.00" }];

/** What staff see of the payment of one order, and do with its review items. */
export function staffPaymentsSuite(shop: () => TestShop): void {
  const read = (orderId: string) => shop().staff.ask(readPayment, { orderId });
  const resolve = (input: object, headers?: Record<string, string>) =>
    shop().staff.ask(resolveReviewItem, { input }, headers);

  test("staff read what the gateway does not support, and the manual procedure (B-46)", async () => {
    const capabilities = await shop().staff.ask("{ payIndexCapabilities { name supported instead } }");
    expect(capabilities).toHaveLength(9);
    expect(capabilities).toContainEqual({
      name: "REFUND",
      supported: false,
      instead: expect.stringContaining("record the refund here"),
    });
  });

  test("staff read in plain language how an order was paid", async () => {
    const { code, orderId, attemptId } = await shop().payOrder();
    const entry = (source: string, text: RegExp, phrase: { id: string; values: object }) => ({
      ...{ source, text: expect.stringMatching(text) },
      phrases: [{ id: phrase.id, values: expect.objectContaining(phrase.values) }],
    });
    const paid = { amount: "19.99", currency: "USD" };
    expect(await read(orderId)).toEqual({
      state: "PAID",
      placedAt: expect.any(String),
      attemptCount: 1,
      order: { code, buyer: { name: "Ada Lovelace" } },
      reviewItems: [],
      attempts: [
        {
          attemptId,
          number: 1,
          variant: "hosted",
          state: "PAID",
          amount: "19.99",
          currencyCode: "USD",
          timeline: [
            entry("SHOP", /Attempt 1 started/, { id: "started", values: { variant: "hosted" } }),
            entry("RESPONSE", /./, { id: "redirected", values: {} }),
            entry("NOTIFICATION", /confirmed 19\.99 USD paid/, { id: "confirmed", values: paid }),
          ],
        },
      ],
    });
  });

  test("an order without attempts has an empty payment, and an unknown order has none", async () => {
    const buyer = shop().buyer();
    const { id } = await buyer.ask(
      "mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { id } } }",
      { id: await shop().tea() },
    );
    expect(await read(id)).toMatchObject({ state: "NONE", attempts: [] });
    expect(await read("999999")).toBeNull();
  });

  test("a mismatch is an item with evidence and one recommendation, and dismissing it stores the user", async () => {
    const { orderId, attemptId } = await shop().payOrder({ faults: wrongAmount });
    const { reviewItems } = await read(orderId);
    expect(reviewItems).toEqual([
      {
        item: {
          id: expect.stringContaining(attemptId),
          kind: "AMOUNT_MISMATCH",
          attemptId,
          evidence: expect.stringContaining("1.00 USD paid"),
        },
        recommendedAction: "RECORD_REFUND",
        canRetry: false,
      },
    ]);
    const about = { orderId, attemptId, reviewItemId: reviewItems[0].item.id };
    const input = { ...about, action: "DISMISS", note: "Given back: statement 7." };
    const after = await resolve(input);
    await expect(resolve(input)).rejects.toThrow("This review item is no longer open.");
    expect(after).toMatchObject({ state: "CLOSED", reviewItems: [] });
    expect(after.attempts[0].timeline.at(-1)).toMatchObject({
      source: "OPERATOR",
      text: "1 (Super Admin) dismissed the payment: Given back: statement 7.",
    });
  });

  test("an order is placed after staff accept it with proof", async () => {
    const { code, orderId, attemptId } = await shop().payOrder({ faults: wrongAmount });
    const input = { orderId, attemptId, action: "ACCEPT", note: "The rest came by wire." };
    expect(await resolve(input)).toMatchObject({
      state: "PAID",
      placedAt: expect.any(String),
      reviewItems: [],
    });
    expect(await readOrderRecord(shop().app, code)).toMatchObject({ state: "PaymentSettled" });
  });

  test("an action without a note, or about another order's payment, is refused and records nothing", async () => {
    const { orderId, attemptId } = await shop().payOrder({ faults: wrongAmount });
    const other = await shop().payOrder();
    const before = await read(orderId);
    const ask = (more: object) => resolve({ orderId, attemptId, action: "DISMISS", note: "Mine.", ...more });
    await expect(ask({ note: " \n" })).rejects.toThrow("Reason: must not be empty");
    await expect(ask({ attemptId: other.attemptId })).rejects.toThrow("This order has no attempt");
    await expect(ask({ orderId: "999999" })).rejects.toThrow();
    expect(await read(orderId)).toEqual(before);
  });

  test("a recorded refund is recommended for a cancelled order, and a retry returns that it failed (D7)", async () => {
    const { code, orderId } = await shop().startOrder();
    const ctx = await createContext(shop().app);
    const orders = shop().app.get(OrderService);
    await shop().connection.withTransaction(ctx, (tx) => orders.cancelOrder(tx, { orderId }));
    await shop().paid(code);
    const [{ item, recommendedAction, canRetry }] = (await read(orderId)).reviewItems;
    expect([item.kind, recommendedAction, canRetry]).toEqual(["ORDER_NOT_PLACED", "RECORD_REFUND", false]);
    expect(await shop().staff.ask(retryReviewItem, { orderId, id: item.id })).toMatchObject({
      outcome: "FAILED",
      problem: "The order was cancelled.",
    });
  });

  test("an item can be retried only with its own order", async () => {
    const { orderId } = await shop().payOrder({ faults: [{ kind: "corrupt_sign" }] });
    const other = await shop().payOrder();
    const [{ item, recommendedAction, canRetry }] = (await read(orderId)).reviewItems;
    expect([item.kind, recommendedAction, canRetry]).toEqual(["NOT_VERIFIED", "RETRY", true]);
    const retry = (of: string) => shop().staff.ask(retryReviewItem, { orderId: of, id: item.id });
    expect(await retry(other.orderId)).toMatchObject({ outcome: "NOT_RUN", problem: null });
    const { outcome, payment } = await retry(orderId);
    expect([outcome, payment.reviewItems[0].item.id]).toEqual(["FAILED", item.id]);
    expect(payment.attempts[0].timeline.map(({ text }: { text: string }) => text)).toContain(
      "1 (Super Admin) retried the review item not-verified.",
    );
  });

  test("staff of another channel see neither the order nor its items", async () => {
    const { orderId, attemptId } = await shop().payOrder({ faults: wrongAmount });
    const north = { "vendure-token": "north" };
    expect(await shop().staff.ask(readPayment, { orderId }, north)).toBeNull();
    await expect(
      resolve({ orderId, attemptId, action: "DISMISS", note: "Not mine." }, north),
    ).rejects.toThrow();
  });

  test("the timeline names staff without a name by their e-mail address", async () => {
    const { orderId, attemptId } = await shop().payOrder({ faults: wrongAmount });
    const nameless = await shop().staffWith(["ReadPayIndexPayment", "UpdatePayIndexPayment"], "");
    const input = { orderId, attemptId, action: "DISMISS", note: "Given back." };
    const { attempts } = await nameless.ask(resolveReviewItem, { input });
    expect(attempts[0].timeline.at(-1).text).toMatch(
      /^staff-\d+@shop\.example dismissed the payment: Given back\.$/,
    );
  });
}
