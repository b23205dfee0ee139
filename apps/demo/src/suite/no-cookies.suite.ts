import { expect, it } from "vitest";
import { fillCart, payOnGatewayPage, submitCard, submitPaymentMethod } from "./browser-actions.ts";
import type { BrowserPurchase } from "./browser-purchase.ts";

/** In a browser that refuses cookies, from the beginning or from the payment page on. */
export function noCookiesSuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  it(`${shop.needsCookies ? "the shop explains why the cart stays empty" : "the shop sells as in any browser"}`, async () => {
    await visit.beginWithoutCookies();
    if (!shop.needsCookies) {
      await purchase.clickToPayment();
      await submitPaymentMethod(visit.page, "On the payment page");
      await payOnGatewayPage(visit.page);
      return purchase.seePaidOrder();
    }
    await fillCart(visit.page, visit.stage.shopUrl, ["Stoneware mug"]);
    await visit.page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
    expect(await visit.page.getByRole("alert").textContent()).toMatch(/cookies/);
    expect(visit.complaints).toEqual([]);
  });

  it("a buyer who pays without cookies sees the correct outcome and the order", async () => {
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "On the payment page");
    const gateway = visit.page.url();
    await visit.beginWithoutCookies();
    await visit.page.goto(gateway);
    await payOnGatewayPage(visit.page);
    await purchase.seePaidOrder();
  });

  it("a buyer whose payment fails without cookies sees the failure, and how to pay the order", async () => {
    const { page, stage } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "By card, here");
    await submitCard(page, "4141 4141 4141 4141");
    const gateway = page.url();
    await visit.beginWithoutCookies();
    await visit.page.goto(gateway);
    await visit.page.getByRole("button", { name: "Refuse" }).click();
    await purchase.seeStanding("failed");
    await visit.page.getByRole("link", { name: "Try again" }).click();
    await visit.page.waitForURL(`**/orders/${purchase.order}`);
    if (shop.needsCookies) await visit.page.getByText(/the browser in which you created it/).waitFor();
    else await shop.tryAgain(visit.page);
    expect(await stage.orderState(purchase.order)).not.toBe(shop.placed);
  });
}
