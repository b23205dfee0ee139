import { expect, it } from "vitest";
import { payOnGatewayPage, submitCard, submitPaymentMethod } from "./browser-actions.ts";
import { type BrowserPurchase, expectNoFailureText } from "./browser-purchase.ts";

/** The bank wants to see the buyer, and does not hear what it hopes for. */
export function threeDSecureSuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  async function toTheBank(): Promise<void> {
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "By card, here");
    await submitCard(visit.page, "4141 4141 4141 4141");
    await visit.page.getByRole("heading", { name: "Is this you?" }).waitFor();
  }

  it("the shop displays that the bank refused the card, and sells by another card", async () => {
    await toTheBank();
    await visit.page.getByRole("button", { name: "Refuse" }).click();
    await purchase.seeFailure();
    await shop.tryAgain(visit.page);
    await submitCard(visit.page, "4242 4242 4242 4242");
    await purchase.seePaidOrder();
    expect(purchase.states()).toEqual(["failed", "paid"]);
  });

  it("the shop displays no failure to a buyer who left the bank's page, and sells by another method (B-08)", async () => {
    const { page } = visit;
    await toTheBank();
    await purchase.openOrder();
    await purchase.seeOrder("Waiting for your payment");
    await expectNoFailureText(page);
    await shop.chooseAgain(page);
    await submitPaymentMethod(page, "On the payment page");
    await payOnGatewayPage(page);
    await purchase.seePaidOrder();
    expect(purchase.states()).toEqual(["pending", "paid"]);
  });

  it("the waiting page waits for the bank's decision, and continues automatically", async () => {
    await toTheBank();
    await visit.page.getByRole("button", { name: "Go back while it is still processing" }).click();
    await purchase.seeStanding("confirming");
    await expectNoFailureText(visit.page);
    await visit.stage.sandbox.resolve(purchase.sale().orderId, { outcome: "paid" });
    await purchase.seePaidOrder();
  });
}
