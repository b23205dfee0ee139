import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { payOnGatewayPage, submitCard, submitPaymentMethod } from "./browser-actions.ts";
import type { BrowserPurchase } from "./browser-purchase.ts";

const successCard = "4242 4242 4242 4242";

/** One buyer, twice at the same order. */
export function twoTabsSuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  /** Both at the choice of how to pay the same order, with nothing left to type. */
  async function twoAtPayment(): Promise<[Page, Page]> {
    await purchase.toPayment();
    const at = visit.page.url();
    await submitPaymentMethod(visit.page, "By card, here");
    await visit.page.goto(at);
    const other = await visit.newTab();
    await other.goto(at);
    return [visit.page, other];
  }

  /** Whatever the page is: of a shop that has its order, and of nothing else. */
  async function seePaid(page: Page): Promise<void> {
    await page.getByRole("heading", { name: /^(?:Paid|Thank you for your order)$/ }).waitFor();
  }

  async function oneIsPaid(): Promise<void> {
    expect(purchase.states().filter((state) => state === "paid")).toEqual(["paid"]);
    await purchase.openOrder();
    await purchase.seePlaced();
    expect(await visit.stage.orderState(purchase.order)).toBe(shop.placed);
  }

  it("the shop charges one card if both tabs had the card form open", async () => {
    const [one, other] = await twoAtPayment();
    for (const page of [one, other]) await submitPaymentMethod(page, "By card, here");
    await submitCard(one, successCard);
    await seePaid(one);
    await submitCard(other, successCard);
    await seePaid(other);
    await oneIsPaid();
  });

  it("the shop charges one card if both tabs send it at the same moment", async () => {
    const tabs = await twoAtPayment();
    for (const page of tabs) await submitPaymentMethod(page, "By card, here");
    await Promise.all(tabs.map((page) => submitCard(page, successCard)));
    for (const page of tabs) await seePaid(page);
    await oneIsPaid();
  });

  it("both tabs open the same payment page, which charges once", async () => {
    const [one, other] = await twoAtPayment();
    for (const page of [one, other]) await submitPaymentMethod(page, "On the payment page");
    expect(other.url()).toBe(one.url());
    await other.getByRole("link", { name: /Succeeds/ }).click();
    await payOnGatewayPage(one);
    await seePaid(one);
    await other.getByRole("button", { name: /^Pay / }).click();
    await other.getByText("Nothing more is charged here.").waitFor();
    await other.getByRole("link", { name: "Go back to the shop" }).click();
    await seePaid(other);
    await oneIsPaid();
  });

  it("the shop places one order if the buyer pays in both tabs by two methods (B-10)", async () => {
    const [one, other] = await twoAtPayment();
    await submitPaymentMethod(one, "On the payment page");
    await submitPaymentMethod(other, "By payment link");
    for (const page of [one, other]) await payOnGatewayPage(page);
    for (const page of [one, other]) await seePaid(page);
    expect(purchase.states()).toEqual(["paid", "paid"]);
    await purchase.openOrder();
    await purchase.seePlaced();
  });

  it("the waiting tab continues after the buyer has paid in the other tab", async () => {
    const [one, other] = await twoAtPayment();
    await submitPaymentMethod(one, "By card, here");
    await submitCard(one, "4141 4141 4141 4141");
    await one.getByRole("button", { name: "Go back while it is still processing" }).click();
    await purchase.seeStanding("confirming");
    await submitPaymentMethod(other, "On the payment page");
    await payOnGatewayPage(other);
    await seePaid(other);
    await purchase.seeThanks();
    await oneIsPaid();
  });

  it("the shop charges once for a double click on “Try again”, and for one on “Pay”", async () => {
    const { page } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "On the payment page");
    await page.getByRole("button", { name: "Cancel and go back to the shop" }).click();
    await purchase.seeStanding("failed");
    await page.getByRole("link", { name: "Try again" }).dblclick();
    await purchase.seeOrder("The payment did not work");
    await shop.chooseAgain(page);
    await page.getByLabel("On the payment page").check();
    await page.getByRole("button", { name: "Order and pay" }).dblclick();
    await purchase.seeAddress((url) => url.startsWith(visit.stage.sandbox.url));
    expect(purchase.states()).toEqual(["failed", "pending"]);
    await page.goBack();
    await submitPaymentMethod(page, "By card, here");
    await submitCard(page, successCard, (button) => button.dblclick());
    // The second click waits for the first, by which the order may be placed already.
    await seePaid(page);
    await oneIsPaid();
  });

  it("the shop charges once for “Try again” in both tabs", async () => {
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "By card, here");
    await submitCard(visit.page, "4000 0000 0000 1018");
    await purchase.seeStanding("failed");
    const other = await visit.newTab();
    await other.goto(visit.page.url());
    const tabs = [visit.page, other];
    for (const page of tabs) {
      await purchase.seeFailure({ page });
      await shop.tryAgain(page);
    }
    await Promise.all(tabs.map((page) => submitCard(page, successCard)));
    for (const page of tabs) await seePaid(page);
    await oneIsPaid();
  });
}
