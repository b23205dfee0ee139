import { expect, it } from "vitest";
import { payOnGatewayPage, submitCard, submitPaymentMethod } from "./browser-actions.ts";
import type { BrowserPurchase } from "./browser-purchase.ts";

/** Each variant, bought by clicking: once from the product list on. */
export function paymentVariantsSuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  it("the shop sells on the hosted payment page, from the product to the paid order", async () => {
    await purchase.clickToPayment();
    await submitPaymentMethod(visit.page, "On the payment page");
    expect(visit.page.url()).toContain(visit.stage.sandbox.url);
    await payOnGatewayPage(visit.page);
    await purchase.seePaidOrder();
  });

  it("the shop sells by payment link", async () => {
    await purchase.clickToPayment();
    await submitPaymentMethod(visit.page, "By payment link");
    await payOnGatewayPage(visit.page);
    await purchase.seePaidOrder();
  });

  it("the shop sells by a card that is charged at once", async () => {
    await purchase.clickToPayment();
    await submitPaymentMethod(visit.page, "By card, here");
    await submitCard(visit.page, "4242 4242 4242 4242");
    await purchase.seePaidOrder();
  });

  it("the shop sells by a card with 3-D Secure", async () => {
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "By card, here");
    await submitCard(visit.page, "4141 4141 4141 4141");
    await visit.page.getByRole("button", { name: "Approve" }).click();
    await purchase.seePaidOrder();
  });

  it("the shop sells a subscription, and displays its monthly price before the payment", async () => {
    await purchase.clickToPayment(["Coffee beans each month"]);
    expect(await visit.page.getByLabel("On the payment page").count()).toBe(0);
    await submitPaymentMethod(visit.page, "Monthly delivery");
    const agreed = `You agree to $${shop.eachMonth} now, and the same each month`;
    expect(await visit.page.textContent("main")).toContain(agreed);
    await submitCard(visit.page, "4242 4242 4242 4242");
    await purchase.seePaidOrder(shop.eachMonth);
  });

  it("the shop sells by a wallet that the buyer chose in the shop", async () => {
    await purchase.clickToPayment();
    await visit.page.getByLabel("Wallet or bank").check();
    await visit.page.getByLabel("With", { exact: true }).selectOption("alipay");
    await submitPaymentMethod(visit.page, "Wallet or bank");
    await visit.page.getByRole("button", { name: "Approve" }).click();
    await purchase.seePaidOrder();
  });

  it("the shop sells by a bank from the gateway's list, also after the buyer changes the choice", async () => {
    const { page } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "Wallet or bank");
    await page.getByRole("link", { name: /PayPal/ }).click();
    await page.getByRole("link", { name: "Choose another method" }).click();
    await page.getByRole("link", { name: /iDEAL/ }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await purchase.seePaidOrder();
  });

  it("a buyer whose card is declined returns to the order, and one click starts another payment (B-18)", async () => {
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "By card, here");
    await submitCard(visit.page, "4000 0000 0000 1018");
    await purchase.seeFailure();
    await shop.tryAgain(visit.page);
    await submitCard(visit.page, "4242 4242 4242 4242");
    await purchase.seePaidOrder();
  });
}
