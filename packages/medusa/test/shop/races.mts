import { expect, test } from "vitest";
import { booksOf, captured, orderCount, sessionsOf } from "./books.mts";
import type { Stage } from "./stage.mts";

/** What meets in one moment: one cart, one order, one capture. */
export function races(open: () => Stage): void {
  async function started() {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await buyer.start();
    const orderNumber = open().attempt(cartId);
    // Its own notification is kept back, so that all of them come with what they meet.
    await open().desk.setFaults({ of: "order", orderNumber }, [{ kind: "drop" }]);
    await open().desk.settle(orderNumber, { outcome: "paid" });
    await open().desk.setFaults({ of: "order", orderNumber }, []);
    return { buyer, cartId, orderNumber };
  }

  const deeds = {
    "two completions by the storefront": ({ buyer }: Started) =>
      Promise.all([buyer.complete(), buyer.complete()]),
    "another choice of provider": ({ buyer }: Started) => buyer.initiate("pp_system_default"),
    "another click on pay": ({ buyer }: Started) => buyer.start(),
    "another thing in the cart": ({ buyer, cartId }: Started) =>
      buyer.raw(`/store/carts/${cartId}/line-items`, { variant_id: open().shop.variantId, quantity: 1 }),
  } satisfies Record<string, (started: Started) => Promise<unknown>>;
  type Started = Awaited<ReturnType<typeof started>>;

  test.each(Object.keys(deeds) as (keyof typeof deeds)[])("three notifications and %s", async (what) => {
    const before = await orderCount(open());
    // One after the other: two new carts of one guest disturb each other in Medusa.
    const all = [await started(), await started()];
    const met = all.map(async (each) => {
      const sent = open().desk.notify(each.orderNumber, { copies: 3, released: "together" });
      await Promise.all([sent, deeds[what](each)]);
      return sent;
    });
    for (const deliveries of await Promise.all(met))
      for (const { httpStatus, reply } of deliveries) expect(`${httpStatus} ${reply}`).toBe("200 OK");
    for (const { cartId, orderNumber } of all) await isSettled(cartId, orderNumber);
    const orders = (await Promise.all(all.map(({ cartId }) => booksOf(open(), cartId)))).flat();
    expect(await orderCount(open())).toBe(before + orders.length);
  });

  /** One order with one capture, or the money is shown to staff and there is no order by it. */
  async function isSettled(cartId: string, orderNumber: string): Promise<void> {
    const { gateway } = open().payIndex;
    await expect
      .poll(
        async () => {
          await gateway.work(`${orderNumber}/paid`);
          const { placed, items } = await open().payIndex.bookOfCart(cartId);
          return placed !== undefined || items.length > 0;
        },
        { timeout: 15_000 },
      )
      .toBe(true);
    const { placed, items } = await open().payIndex.bookOfCart(cartId);
    const orders = await booksOf(open(), cartId);
    if (placed !== undefined) {
      expect(orders).toMatchObject([captured(24.99)]);
      expect(items).toEqual([]);
    } else {
      expect(items).toMatchObject([{ kind: "paid" }]);
      const paid = orders.flatMap(({ payments }: { payments: object[] }) => payments);
      expect(paid).not.toContainEqual(expect.objectContaining({ provider: "pp_pay-index_hosted" }));
    }
    expect((await sessionsOf(open(), cartId)).length).toBeLessThanOrEqual(2);
  }
}
