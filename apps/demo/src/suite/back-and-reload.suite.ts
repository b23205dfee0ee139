import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { payOnGatewayPage, submitCard, submitPaymentMethod } from "./browser-actions.ts";
import { type BrowserPurchase, expectNoFailureText } from "./browser-purchase.ts";

export function backButtonSuite(purchase: BrowserPurchase): void {
  const { visit } = purchase;

  it("the back button on the payment page returns to the choice of a payment method", async () => {
    const { page } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "On the payment page");
    await page.goBack();
    await submitPaymentMethod(page, "By card, here");
    await submitCard(page, "4242 4242 4242 4242");
    await purchase.seePaidOrder();
    expect(purchase.states()).toEqual(["pending", "paid"]);
  });

  it("the back button on the outcome page returns to a payment page that charges nothing more", async () => {
    const { page } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "On the payment page");
    await payOnGatewayPage(page);
    await purchase.seeStanding("placed");
    await page.goBack();
    await page.getByText("Nothing more is charged here.").waitFor();
    await page.getByRole("link", { name: "Go back to the shop" }).click();
    await purchase.seePaidOrder();
    expect(purchase.states()).toEqual(["paid"]);
  });

  it("the back button on the outcome of a card causes no second charge, and the forward button displays the outcome again", async () => {
    const { page } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "By card, here");
    await submitCard(page, "4242 4242 4242 4242");
    await purchase.seeStanding("placed");
    await page.goBack();
    await expectNoFailureText(page);
    expect(await page.getByLabel("Card number").count()).toBe(0);
    await page.goForward();
    await purchase.seePaidOrder();
    expect(purchase.states()).toEqual(["paid"]);
  });

  it("the back button on the order page returns to the outcome page, which asks the shop again", async () => {
    const { page } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "By payment link");
    await payOnGatewayPage(page);
    await purchase.seeThanks();
    await page.goBack();
    await purchase.seePaidOrder();
  });
}

export function reloadSuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  const whatIs = async (page: Page) => ({ url: page.url(), heading: await page.textContent("h1") });

  /** Loads a page again, and finds it as it was. */
  async function again(): Promise<void> {
    const { page } = visit;
    const before = await whatIs(page);
    const answer = await page.reload();
    expect({ ...(await whatIs(page)), status: answer?.status() }).toEqual({ ...before, status: 200 });
  }

  it("a reload changes nothing on the way to the payment", async () => {
    const { page, stage } = visit;
    await purchase.toPayment();
    const payment = page.url();
    for (const address of ["/", ...shop.steps, payment]) {
      await page.goto(new URL(address, stage.shopUrl).href);
      await again();
    }
    await purchase.backToPayment();
    await submitPaymentMethod(page, "By card, here");
    await again();
    await submitCard(page, "4242 4242 4242 4242");
    await purchase.seePaidOrder();
    expect(purchase.states()).toEqual(["paid"]);
  });

  it("a reload changes nothing on the bank's page, the payment page and the outcome page", async () => {
    const { page } = visit;
    await purchase.toPayment();
    await submitPaymentMethod(page, "By card, here");
    await submitCard(page, "4141 4141 4141 4141");
    await again();
    await page.getByRole("button", { name: "Refuse" }).click();
    await purchase.seeStanding("failed");
    await again();
    await purchase.seeFailure();
    await again();
    await shop.chooseAgain(page);
    await submitPaymentMethod(page, "On the payment page");
    await again();
    await page.getByRole("link", { name: /Succeeds/ }).click();
    await again();
    await purchase.holdNews();
    await payOnGatewayPage(page);
    await purchase.seeStanding("confirming");
    await again();
    await purchase.bringNews();
    await purchase.seeStanding("placed");
    await again();
    await purchase.seePaidOrder();
    await again();
    expect(purchase.states()).toEqual(["failed", "paid"]);
  });
}
