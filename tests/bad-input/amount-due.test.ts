import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowName } from "./bad-input-page.ts";
import { encodeMessage } from "./encode-notification.ts";
import { amountDueRows as rows } from "./rows/amount-due.ts";
import { SocketShop } from "./socket-shop.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

describe("the amount due", () => {
  let shop: SocketShop;
  beforeAll(async () => {
    shop = await new SocketShop().open("no parser");
  });
  afterAll(() => shop.close());

  test.each(rows.map((row) => [rowName(row), row] as const))("%s", async (_, row) => {
    const sale = await shop.sell();
    shop.setAmountDue(sale.reference, () => {
      if (row.throws !== undefined) throw new Error(row.throws);
      return row.returns;
    });
    const since = shop.events.length;
    const type = "application/x-www-form-urlencoded";
    const { status, body } = await shop.send(sale.notifyPath, {
      method: "POST",
      type,
      body: encodeMessage({}, sale.form),
    });
    expect(`${status} ${body}`).toBe("200 OK");
    const { state, reviewItems } = await shop.pay.status({ reference: sale.reference });
    const postponed = shop.events
      .slice(since)
      .flatMap((event) => (event.event === "job-postponed" ? [event.error.code] : []));
    expect(state).toBe("paid");
    expect(reviewItems.map(({ kind, problem }) => `${kind} ${problem?.code}`)).toEqual(
      "item" in row.end ? [`order-not-placed ${row.end.item}`] : [],
    );
    expect(postponed).toEqual("later" in row.end ? [row.end.later] : []);
    expect(shop.applied(sale.reference)).toBe(0);
    expectNoSecret([shop.events.slice(since), reviewItems]);

    shop.setAmountDue(sale.reference, () => ({ minor: 1999, currency: "USD" }));
    const waiting = "item" in row.end ? "order-not-placed" : "place-order";
    expect(
      await shop.pay.retryReviewItem(`${sale.form.get("pay_orderid")}/${waiting}`, { operator: { id: "1" } }),
    ).toEqual({
      outcome: "done",
    });
    expect(shop.applied(sale.reference)).toBe(1);
  });
});
