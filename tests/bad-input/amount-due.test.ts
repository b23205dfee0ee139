import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { named } from "./row.ts";
import { amountDueRows as rows } from "./rows/amount-due.ts";
import { SocketShop } from "./socket-shop.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

describe("the amount due", () => {
  let shop: SocketShop;
  beforeAll(async () => {
    shop = await new SocketShop().open("none");
  });
  afterAll(() => shop.close());

  test.each(named(rows))("%s", async (_, row) => {
    const sale = await shop.sell();
    shop.setAmountDue(sale.reference, () => {
      if (row.throws !== undefined) throw new Error(row.throws);
      return row.returns;
    });
    const since = shop.events.length;
    expect(await shop.notify(sale)).toBe("200 OK");
    const { state, reviewItems } = await shop.pay.status({ reference: sale.reference });
    const postponed = shop.events
      .slice(since)
      .flatMap((event) => (event.event === "job-postponed" ? [event.error.code] : []));
    expect(state).toBe("paid");
    expect(reviewItems.map(({ kind, problem }) => `${kind} ${problem?.code}`)).toEqual(
      row.item === undefined ? [] : [`order-not-placed ${row.item}`],
    );
    expect(postponed).toEqual(row.later === undefined ? [] : [row.later]);
    expect(shop.applied(sale.reference)).toBe(0);
    expectNoSecret([shop.events.slice(since), reviewItems]);

    shop.setAmountDue(sale.reference, () => ({ minor: 1999, currency: "USD" }));
    const waiting = row.item === undefined ? "place-order" : "order-not-placed";
    expect(
      await shop.pay.retryReviewItem(`${sale.form.get("pay_orderid")}/${waiting}`, { operator: { id: "1" } }),
    ).toEqual({ outcome: "done" });
    expect(shop.applied(sale.reference)).toBe(1);
  });
});
