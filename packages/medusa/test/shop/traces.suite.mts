import { findCardAndKeyTraces, successCard } from "@pay-index/conformance/card-canary";
import { expect, onTestFinished, test } from "vitest";
import {
  currentTraceId,
  type RecordedSpans,
  trackCurrentSpan,
} from "../../../../tests/telemetry/recorded-spans.ts";
import { setShopFunctions } from "./options-of-test.mts";
import type { TestShop } from "./test-shop.mts";

/** The shop has the option `telemetry`, as `docs/guides/traces-and-metrics.md` describes. */
export function tracesSuite(open: () => TestShop, recorded: RecordedSpans): void {
  test("the card form, the notification and the placed order are one trace, and no span has data of the card or the buyer", async () => {
    onTestFinished(trackCurrentSpan());
    let traceOfOrder: string | undefined;
    setShopFunctions({
      completeOrder: ({ completeByDefault }) => {
        traceOfOrder = currentTraceId();
        return completeByDefault();
      },
    });
    const { buyer, cartId } = await open().ready();
    const { body } = await buyer.start({ provider_id: "pp_pay-index_card" });
    expect(await buyer.postCard(body.payment, successCard)).toMatchObject({ status: 303 });
    const attemptId = open().attempt(cartId);
    await open().control.nextDelivery(attemptId);
    await open().processed(attemptId);
    await open().isPlaced(cartId);
    expect(traceOfOrder).toBeDefined();
    const names = recorded.stepsOf(attemptId).map(({ name }) => name);
    expect(names.sort()).toEqual(["receive notification", "run place-order", "start payment"]);
    for (const { traceId } of recorded.stepsOf(attemptId)) expect(traceId).toBe(traceOfOrder);
    const exported = recorded.exported();
    expect(findCardAndKeyTraces([successCard], exported)).toEqual([]);
    for (const secret of [
      "Ada",
      "Lovelace",
      "@example",
      "5550100",
      cartId,
      body.payment.form_token,
      "/notify/",
    ])
      expect(exported.includes(secret), secret).toBe(false);
  });
}
