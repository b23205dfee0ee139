import { afterAll, beforeAll, expect, test } from "vitest";
import { expectedCapturedOrder, readOrderRecords } from "./shop/order-records.mts";
import { recordGatewayRequests } from "./shop/record-gateway-requests.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// A Medusa whose staff can ask the gateway, because the option `operations.query` is set.

let shop: TestShop;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openTestShop({ operations: { query: {} } });
  staff = await StaffMember.signIn(shop, { email: "query@example.com" });
}, 180_000);
afterAll(() => shop?.close());

const ask = (body: object) => staff.ask("/pay-index/attempts/query", body);

/** A cart whose buyer is on the payment page. The shop gets no notification of it. */
async function startUnnoticed(provider_id = "pp_pay-index_hosted") {
  const buyer = shop.buyer();
  const cartId = await buyer.isReadyToPay(shop.shop);
  await buyer.start({ provider_id });
  const attemptId = shop.attempt(cartId);
  await shop.control.setFaults({ of: "order", orderId: attemptId }, [{ kind: "drop" }]);
  return { cartId, attemptId };
}

async function payUnnoticed(provider_id?: string) {
  const started = await startUnnoticed(provider_id);
  await shop.control.resolve(started.attemptId, { outcome: "paid" });
  return started;
}

async function listed(attemptId: string) {
  return (await staff.ask(`/pay-index/attempts?q=${attemptId}`)).body.attempts;
}

test("an answer that the cart is paid places its order without a notification (QRY-FACT)", async () => {
  const { cartId, attemptId } = await payUnnoticed();
  expect(await listed(attemptId)).toMatchObject([{ state: "pending", order_id: null }]);
  expect(await ask({ ids: [attemptId] })).toEqual({
    status: 200,
    body: { results: [{ id: attemptId, outcome: "reported", state: "paid", reason: null, text: null }] },
  });
  const orders = await readOrderRecords(shop, cartId);
  expect(orders).toMatchObject([expectedCapturedOrder(24.99)]);
  expect(await listed(attemptId)).toMatchObject([{ state: "paid", order_id: orders[0].id }]);
});

test("each attempt has its answer in the order of the request, and one without an answer does not stop the others", async () => {
  const [open, paid, odd, forged] = [
    await startUnnoticed(),
    await payUnnoticed(),
    await payUnnoticed(),
    await payUnnoticed(),
  ];
  for (const [{ attemptId: orderId }, as] of [
    [odd, "html"],
    [forged, "wrong_sign"],
  ] as const)
    await shop.control.setFaults({ of: "order", orderId }, [
      { kind: "broken_reply", as, operation: "query" },
      { kind: "drop" },
    ]);
  const missing = "00000000000000000000";
  const ids = [open, odd, paid, forged].map(({ attemptId }) => attemptId);
  const { body } = await ask({ ids: [...ids, missing, "\0"] });
  const none = { reason: null, text: null };
  expect(body.results).toEqual([
    { id: open.attemptId, outcome: "reported", state: "not-paid", ...none },
    { id: odd.attemptId, outcome: "unknown", state: null, reason: "not_json", text: null },
    { id: paid.attemptId, outcome: "reported", state: "paid", ...none },
    { id: forged.attemptId, outcome: "unverified", state: null, reason: "mismatch", text: null },
    { id: missing, outcome: "not-asked", state: null, reason: "attempt_unknown", text: null },
    { id: "\0", outcome: "not-asked", state: null, reason: "attempt_unknown", text: null },
  ]);
  expect(await readOrderRecords(shop, paid.cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
  for (const { cartId } of [open, odd, forged]) expect(await readOrderRecords(shop, cartId)).toEqual([]);
});

test("a query covers the attempts of each tenant's merchant (ENG-SPAN)", async () => {
  const berlin = "pp_pay-index_hosted_berlin";
  const takeOut = await shop.bringIn(berlin);
  try {
    const { cartId, attemptId } = await payUnnoticed(berlin);
    expect((await ask({ ids: [attemptId] })).body.results).toMatchObject([{ state: "paid" }]);
    expect(await readOrderRecords(shop, cartId)).toHaveLength(1);
  } finally {
    await takeOut();
  }
});

test("an empty list, a long list and an invalid list are refused with a code, and the gateway is not asked", async () => {
  const { attemptId } = await payUnnoticed();
  const paths = await recordGatewayRequests(shop.sandbox.url, async () => {
    for (const [body, field] of [
      [{}, "ids"],
      [{ ids: [] }, "ids"],
      [{ ids: Array.from({ length: 101 }, () => attemptId) }, "ids"],
      [{ ids: attemptId }, "ids"],
      [{ ids: [attemptId, attemptId] }, "ids"],
      [{ ids: [attemptId, 7] }, "ids.1"],
      [{ ids: [attemptId, null] }, "ids.1"],
      [{ ids: ["x".repeat(1001)] }, "ids.0"],
      [{ ids: [attemptId], tenant: "berlin" }, "tenant"],
    ] as const)
      expect(await ask(body), JSON.stringify(body).slice(0, 100)).toMatchObject({
        status: 400,
        body: {
          type: "invalid_data",
          code: "pay_index_query_invalid",
          message: `Missing, wrong or unknown: ${field}. The body needs ids (1 to 100 gateway order IDs).`,
        },
      });
  });
  expect(paths).toEqual([]);
  expect(await listed(attemptId)).toMatchObject([{ state: "pending" }]);
});

test("staff read that the shop can ask the gateway", async () => {
  const { body } = await staff.ask("/pay-index/capabilities");
  expect(body.capabilities).toContainEqual({ name: "payment-query", supported: true, instead: null });
});
