import { expect, onTestFinished, test } from "vitest";
import { failHookOnce } from "./control-hook-handlers.mts";
import { expectedCapturedOrder, readOrderRecords, readSessions } from "./order-records.mts";
import { recordEvents } from "./record-events.mts";
import { runSql } from "./run-sql.mts";
import { setPrice } from "./stock-and-prices.mts";
import type { TestShop } from "./test-shop.mts";
import { failWithConflicts } from "./transaction-conflicts.mts";

/** From a cart to an order, and what Medusa does with carts meanwhile. */
export function ordersSuite(open: () => TestShop): void {
  test("a hosted sale becomes one captured order by its notification only, paid by the session of the storefront, with one event payment.captured (B-03, B-04)", async () => {
    const { buyer, cartId } = await open().ready();
    await buyer.initiate("pp_pay-index_hosted", { anything: 1 });
    const [{ id: sessionId }] = await readSessions(open(), cartId);
    const { body } = await buyer.start({ provider_id: undefined });
    expect(body.payment).toMatchObject({ state: "redirect" });
    // The storefront returns before the notification arrives.
    expect(await buyer.complete()).toMatchObject({ status: 400 });
    await open().isNotPlaced(cartId);
    const captures = recordEvents(open(), "payment.captured", {});
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await readSessions(open(), cartId)).toMatchObject([{ id: sessionId, status: "authorized" }]);
    await open().isPlaced(cartId);
    const [{ id, payments }] = await readOrderRecords(open(), cartId);
    expect(await buyer.complete()).toMatchObject({ status: 200, body: { type: "order", order: { id } } });
    const own = () => captures.filter((captured) => captured.id === payments[0].id);
    await expect.poll(own).toHaveLength(1);
  });

  test("a cart that grew and shrank again becomes an order, even if Medusa has replaced its session", async () => {
    const { buyer, cartId } = await open().begun();
    const [before] = await readSessions(open(), cartId);
    for (const quantity of [2, 1]) await buyer.setQuantity(quantity);
    expect((await readSessions(open(), cartId)).map(({ id }) => id)).not.toContain(before.id);
    await open().paid(cartId);
    await open().isPlaced(cartId);
  });

  test("a buyer who chose another provider in a second tab, and paid in the first, gets the order (B-16)", async () => {
    const { buyer, cartId } = await open().begun();
    await buyer.initiate("pp_system_default");
    await open().paid(cartId);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { ...expectedCapturedOrder(24.99), payments: [{ provider: "pp_pay-index_hosted", captured: [24.99] }] },
    ]);
  });

  test("a cart that was completed by another payment keeps its order, and staff get a review item for the money", async () => {
    const { buyer, cartId } = await open().begun();
    await buyer.initiate("pp_system_default");
    expect(await buyer.complete()).toMatchObject({ status: 200, body: { type: "order" } });
    expect(await open().paid(cartId)).toBe("200 OK");
    expect(await open().items(cartId)).toEqual(["order-not-placed cart_completed"]);
    expect(await readOrderRecords(open(), cartId)).toMatchObject([
      { payments: [{ provider: "pp_system_default" }] },
    ]);
    expect((await buyer.start()).body).toMatchObject({ code: "pay_index_cart_completed" });
  });

  test("an order that Postgres aborts three times is placed by a later tick", async () => {
    const { cartId } = await open().begun();
    await failWithConflicts(open(), { times: 3, code: "40001" });
    await open().paid(cartId);
    expect(open().eventsOf(cartId)).toContainEqual(expect.objectContaining({ event: "job-postponed" }));
    await open().retry(cartId);
    await open().isPlaced(cartId);
  });

  test("a cart that was paid and waits is not recalculated by another click, and is placed although its provider moved to another merchant", async () => {
    const { buyer, cartId, attemptId: attempt_id, payment } = await open().begun();
    failHookOnce("validate");
    await open().paid(cartId);
    await setPrice(open(), 29.99);
    expect((await buyer.start()).body.payment).toEqual({
      ...{ state: "paid", attempt_id, status_url: payment.status_url },
      url: `https://shop.example/orders/${cartId}`,
    });
    expect(await (await fetch(payment.status_url)).json()).toEqual({ state: "paid" });
    // As if it had been begun with that one, when hosted was its.
    const record = `replace(record, '"merchantId":"10002"', '"merchantId":"10003"')`;
    await runSql(open(), `UPDATE pay_index_attempt SET record = ${record} WHERE reference = $1`, [cartId]);
    await open().retry(cartId);
    await open().isPlaced(cartId);
  });

  test("after staff dismissed its payment, a paid session cannot complete the cart (ENG-FREE)", async () => {
    const { buyer, cartId, attemptId } = await open().begun({ provider_id: "pp_pay-index_link" });
    failHookOnce("validate");
    await open().paid(cartId);
    expect(await readSessions(open(), cartId)).toMatchObject([{ data: { state: "paid" } }]);
    const restore = await open().takeOut("pp_pay-index_link");
    await open().retry(cartId);
    await open().payIndex.gateway.resolveReviewItem({
      ...{ attemptId, reviewItemId: `${attemptId}/order-not-placed`, action: "dismiss" },
      ...{ operator: { id: "user_1" }, note: "Sold out." },
    });
    await restore();
    expect(await buyer.complete()).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    await open().isNotPlaced(cartId);
  });

  test("an attempt and a card go to the merchants whose providers the buyer chose, in one payment (ENG-SPAN)", async () => {
    onTestFinished(await open().bringIn("pp_pay-index_card_berlin"));
    const { buyer, cartId, attemptId } = await open().begun();
    await open().control.resolve(attemptId, { outcome: "failed" });
    await open().control.nextDelivery(attemptId);
    await open().processed(attemptId);
    const { body } = await buyer.start({ provider_id: "pp_pay-index_card_berlin" });
    expect(await buyer.postCard(body.payment)).toMatchObject({ status: 303 });
    await open().control.nextDelivery(open().attempt(cartId));
    await open().processed(open().attempt(cartId));
    const { attempts } = await open().payIndex.paymentOfCart(cartId);
    expect(attempts).toMatchObject([
      { merchantTenant: "default", state: "failed" },
      { merchantTenant: "berlin", state: "paid" },
    ]);
    await open().isPlaced(cartId);
    // A second click leads to the order's page.
    expect(await buyer.postCard(body.payment)).toMatchObject({ location: expect.stringContaining(cartId) });
  });
}
