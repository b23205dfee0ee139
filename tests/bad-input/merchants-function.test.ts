import { type LoadMerchants, money, type PayIndexError } from "@pay-index/express";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { buyer } from "../../packages/express/test/test-shop.ts";
import { named } from "./row.ts";
import { type MerchantsRow, merchantsRows as rows } from "./rows/merchants.ts";
import { exampleMerchant, SocketShop } from "./socket-shop.ts";
import { expectNoSecret, watchProcess } from "./watch-process.ts";

watchProcess();

function answerOf(row: MerchantsRow): LoadMerchants {
  return ({ signal }) => {
    if (row.throws !== undefined) throw new Error(row.throws);
    if (row.isLate) return new Promise((resolve) => signal.addEventListener("abort", () => resolve([])));
    return row.returns as never;
  };
}

/** So late that no earlier answer of the function is used any more. */
function forgetMerchants(): void {
  vi.setSystemTime(Date.now() + 10_000);
}

describe("the function merchants", () => {
  const right: LoadMerchants = () => [exampleMerchant];
  let answer = right;
  let shop: SocketShop;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    shop = await new SocketShop().open("none", { merchants: (request) => answer(request), replyWithin: 0.3 });
  });
  afterEach(() => {
    answer = right;
  });
  afterAll(async () => {
    await shop.close();
    vi.useRealTimers();
  });

  test.each(named(rows))("%s", async (_, row) => {
    const sale = await shop.sell();
    const since = shop.events.length;
    forgetMerchants();
    answer = answerOf(row);
    const sale2 = { reference: `not-${sale.reference}`, variant: "hosted", buyer } as const;
    const error = await shop.pay.start({ ...sale2, amount: money(1999, "USD") }).catch((thrown) => thrown);
    expectNoSecret(error);
    const { code, problems } = error as PayIndexError;
    expect([code, problems.map(({ path }) => path)]).toEqual([row.code, row.paths]);

    expect(await shop.notify(sale)).toBe("503 later");
    const { state, reviewItems } = await shop.pay.status({ reference: sale.reference });
    // Without its merchant, the notification is stored for staff. Without an answer of the function, it is only repeated.
    const items = row.code === "merchant_missing" ? ["not-verified"] : [];
    expect([state, reviewItems.map(({ kind }) => kind), shop.applied(sale.reference)]).toEqual([
      "pending",
      items,
      0,
    ]);
    expect(shop.events.slice(since)).toContainEqual(
      expect.objectContaining({ event: "notification-refused", code: "later" }),
    );
    expectNoSecret(shop.events.slice(since));

    answer = right;
    expect(await shop.notify(sale)).toBe("200 OK");
    expect(await shop.notify(sale)).toBe("200 OK");
    expect((await shop.pay.status({ reference: sale.reference })).state).toBe("paid");
    expect(shop.applied(sale.reference)).toBe(1);
  });
});
