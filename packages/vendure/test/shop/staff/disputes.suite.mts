import { DisputeReportedEvent } from "@pay-index/vendure";
import { EventBus } from "@vendure/core";
import { expect, test } from "vitest";
import { readOrderRecord } from "../catalog-and-orders.mts";
import { northId, type TestShop } from "../test-shop.mts";

/** A chargeback at the gateway, in a shop whose merchants have dispute webhooks. */
export function disputesSuite(shop: () => TestShop): void {
  const webhooks = async (staff = shop().staff, headers?: Record<string, string>) =>
    (await staff.desk("health", undefined, headers)).disputeWebhooks;

  test("the health has the webhooks of the channel's merchants, and the log those of all (DSP-ADDRESS)", async () => {
    const address = (tenant: string) => ({
      merchantId: "10002",
      url: expect.stringMatching(new RegExp(`^${shop().origin}/pay/dispute/${tenant}/10002/[0-9A-Z]{26}$`)),
    });
    const all = await webhooks();
    expect(all).toEqual([address("default"), address(northId)]);
    expect(await webhooks(shop().staff, { "vendure-token": "north" })).toEqual([address(northId)]);
    const ready = shop().logged.find((line) => line.includes('"ready"')) ?? "";
    for (const { url } of all) expect(ready).toContain(url);
  });

  test.each([
    ["nothing else", [], 0],
    ["UpdateOrder", ["UpdateOrder"], 0],
    ["UpdatePaymentMethod", ["UpdatePaymentMethod"], 2],
    ["UpdateSettings", ["UpdateSettings"], 2],
  ])(
    "the address of a webhook is shown only to users who may change payment methods: with %s (DSP-ADDRESS)",
    async (_, rights, count) => {
      const reader = await shop().staffWith(["ReadPayIndexPayment", ...rights]);
      expect(await webhooks(reader)).toHaveLength(count);
    },
  );

  test("a chargeback is an event with the order, and a review item; the order stays settled (DSP-ITEM)", async () => {
    const [webhook] = await webhooks();
    await shop().control.setDisputeWebhook("10002", webhook.url);
    const heard: DisputeReportedEvent[] = [];
    const events = shop().app.get(EventBus).ofType(DisputeReportedEvent);
    const subscription = events.subscribe((event) => heard.push(event));
    const { code, orderId, attemptId } = await shop().payOrder();
    await shop().control.dispute(attemptId, { type: "chargeback" });
    expect(await shop().control.nextDelivery(attemptId)).toMatchObject({ httpStatus: 200, reply: "OK" });
    await expect.poll(() => heard).toHaveLength(1);
    subscription.unsubscribe();
    expect(heard[0]?.about).toMatchObject({
      order: { code },
      cycle: undefined,
      dispute: { type: "chargeback", result: "succeeded" },
    });
    const { payment } = await shop().staff.desk(`orders/${orderId}`);
    expect(payment).toMatchObject({ state: "paid", reviewItems: [{ kind: "dispute" }] });
    expect(await readOrderRecord(shop().app, code)).toMatchObject({ state: "PaymentSettled" });
  });
}
