import { expect, it } from "vitest";
import { waitUntil } from "../buyer/wait-until.ts";
import { payOnGatewayPage, submitCard, submitPaymentMethod } from "./browser-actions.ts";
import { type BrowserPurchase, toExpectedPageHeading } from "./browser-purchase.ts";

/** In a browser that runs no script. */
export function noScriptSuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  const begin = () => visit.beginIn({ javaScriptEnabled: false });

  /** The waiting page looks when the buyer wants it to. */
  const seeOutcome = (kind: "placed" | "failed") =>
    waitUntil("the outcome", async () => {
      if ((await visit.page.title()) === toExpectedPageHeading(kind)) return true;
      await visit.page.getByRole("link", { name: "Check again" }).click();
      return undefined;
    });

  async function seeThanks(): Promise<void> {
    await seeOutcome("placed");
    await visit.page.getByRole("link", { name: "See your order" }).click();
    await purchase.seePlaced();
    expect(purchase.sale()).toMatchObject({ amount: shop.total, state: "paid" });
  }

  it("the shop sells by a wallet", async () => {
    await begin();
    await purchase.clickToPayment();
    await submitPaymentMethod(visit.page, "Wallet or bank");
    await visit.page.getByRole("link", { name: /WeChat/ }).click();
    await visit.page.getByRole("button", { name: "Approve" }).click();
    await seeThanks();
  });

  it("the shop sells by a card after a declined card", async () => {
    await begin();
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "By card, here");
    await submitCard(visit.page, "4000 0000 0000 1018");
    await seeOutcome("failed");
    await visit.page.getByRole("link", { name: "Try again" }).click();
    await shop.tryAgain(visit.page);
    await submitCard(visit.page, "4242 4242 4242 4242");
    await seeThanks();
  });

  it("the shop sells by a card with 3-D Secure after the bank refused the first try", async () => {
    await begin();
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "By card, here");
    await submitCard(visit.page, "4141 4141 4141 4141");
    await visit.page.getByRole("button", { name: "Refuse" }).click();
    await seeOutcome("failed");
    await visit.page.getByRole("link", { name: "Try again" }).click();
    await shop.tryAgain(visit.page);
    await submitCard(visit.page, "4141 4141 4141 4141");
    await visit.page.getByRole("button", { name: "Approve" }).click();
    await seeThanks();
  });

  it("the waiting page reloads automatically if the buyer chooses this", async () => {
    await begin();
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "On the payment page");
    await purchase.holdNews();
    await payOnGatewayPage(visit.page);
    await purchase.seeStanding("confirming");
    await visit.page.getByRole("link", { name: "Check automatically" }).click();
    await purchase.bringNews();
    await purchase.seeThanks();
  });
}
