import { PaymentLinkEvent } from "@pay-index/vendure";
import { EventBus } from "@vendure/core";
import { expect, test } from "vitest";
import type { TestShop } from "../test-shop.mts";

const north = { "vendure-token": "north" };

/** Payment links that staff make for orders of Vendure. */
export function paymentLinksSuite(shop: () => TestShop): void {
  test("LINK-OPEN: staff make a link for an unpaid order, the EmailPlugin gets its event, and the buyer pays the order", async () => {
    const { code, orderId } = await shop().startOrder({ channel: "north" });
    const links = () => shop().staff.desk(`order-links/${orderId}`, undefined, north);
    expect(await links()).toMatchObject({
      ...{ reference: code, links: [], due: { amount: "19.99", currency: "USD" } },
      ...{ canSend: true, isAmountFree: false },
    });
    const { link } = (await shop().createLink(code, shop().staff, north)).body;
    const events: PaymentLinkEvent[] = [];
    const heard = shop()
      .app.get(EventBus)
      .ofType(PaymentLinkEvent)
      .subscribe((event) => events.push(event));
    await shop().staff.desk("links/send", { reference: code, linkId: link.linkId }, north);
    await expect.poll(() => events).toHaveLength(1);
    heard.unsubscribe();
    expect(events[0]).toMatchObject({
      order: { code, customer: { emailAddress: "ada@example.com" } },
      link: { url: link.url, amount: { minor: 1999, currency: "USD" } },
    });
    expect([await shop().openLink(link), (await shop().status(code)).attemptCount]).toEqual([303, 2]);
    await shop().paid(code);
    expect(await links()).toMatchObject({
      links: [{ state: "paid", openedAt: expect.any(String) }],
      due: null,
    });
    expect((await shop().status(code)).placedOrder?.id).toBe(code);
  });
}
