import { expect, it } from "vitest";
import { payOnGatewayPage, submitPaymentMethod } from "./browser-actions.ts";
import { type BrowserPurchase, expectNoFailureText, toExpectedPageHeading } from "./browser-purchase.ts";

/** How the buyer comes back, or does not, and when the notification comes. */
export function returnToShopSuite(purchase: BrowserPurchase): void {
  const { visit } = purchase;

  async function toTheGateway(): Promise<void> {
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "On the payment page");
  }

  /** Ends after the gateway has notified the shop. The gateway's page has a button that leads back to the shop. */
  async function payAndStay(): Promise<void> {
    const { page, stage } = visit;
    await stage.sandbox.setQuirks("post_return");
    const told = stage.sandbox.nextDelivery(purchase.sale().orderId);
    await payOnGatewayPage(page);
    await page.getByRole("heading", { name: "Back to the shop" }).waitFor();
    expect((await told).outcome).toBe("ok");
  }

  it("the waiting page continues automatically if the notification arrives after the buyer", async () => {
    const { page } = visit;
    await toTheGateway();
    await purchase.holdNews();
    await payOnGatewayPage(page);
    await purchase.seeStanding("confirming");
    await page.getByRole("link", { name: "See your order" }).click();
    await purchase.seeOrder("Waiting for your payment");
    await expectNoFailureText(page);
    await page.goBack();
    await purchase.seeStanding("confirming");
    await purchase.bringNews();
    await purchase.seePaidOrder();
  });

  it("the page displays the outcome at once if the notification arrives before the buyer", async () => {
    const { page } = visit;
    await toTheGateway();
    await payAndStay();
    const shown = page.waitForResponse(
      (answer) => answer.url().includes("/wait/") && answer.status() === 200,
    );
    await page.getByRole("button", { name: "Go back to the shop" }).click();
    expect(await (await shown).text()).not.toContain(toExpectedPageHeading("confirming"));
    await purchase.seePaidOrder();
  });

  it("a buyer who closed the payment page can continue with it, and no new attempt starts", async () => {
    await toTheGateway();
    const { href } = new URL(visit.page.url());
    await visit.reopen();
    await purchase.openOrder();
    await purchase.seeOrder("Waiting for your payment");
    await expectNoFailureText(visit.page);
    await purchase.shop.chooseAgain(visit.page);
    await submitPaymentMethod(visit.page, "On the payment page");
    expect(visit.page.url()).toBe(href);
    await payOnGatewayPage(visit.page);
    await purchase.seePaidOrder();
    expect(purchase.sales()).toHaveLength(1);
  });

  it("the order is placed if the buyer paid, closed the window and never returned", async () => {
    await toTheGateway();
    await payAndStay();
    await visit.reopen();
    await purchase.openOrder();
    await purchase.seePlaced();
    expect(await visit.stage.orderState(purchase.order)).toBe(purchase.shop.placed);
  });
}
