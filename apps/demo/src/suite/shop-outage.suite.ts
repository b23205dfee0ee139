import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { payOnGatewayPage, submitPaymentMethod } from "./browser-actions.ts";
import { type BrowserPurchase, expectNoFailureText, toExpectedPageHeading } from "./browser-purchase.ts";

/** While the shop is slow, or out of reach. */
export function shopOutageSuite(purchase: BrowserPurchase): void {
  const { visit } = purchase;

  async function toTheGateway(): Promise<void> {
    await purchase.toPayment();
    await submitPaymentMethod(visit.page, "On the payment page");
  }

  async function toTheWait(): Promise<void> {
    await toTheGateway();
    await purchase.holdNews();
    await payOnGatewayPage(visit.page);
    await purchase.seeStanding("confirming");
  }

  const asked = (page: Page, word: string) =>
    page.waitForRequest((request) => new URL(request.url()).pathname.includes(`/${word}/`));
  const isOfShop = (url: URL) => url.origin === visit.stage.shopUrl;
  const isConfirming = async () => {
    expect(await visit.page.textContent("h1")).toBe(toExpectedPageHeading("confirming"));
    await expectNoFailureText(visit.page);
  };

  it("a buyer can return to a slow shop, and the page displays the outcome", async () => {
    const { page, stage } = visit;
    await toTheGateway();
    stage.pause();
    const back = page.waitForRequest((request) => isOfShop(new URL(request.url())));
    await payOnGatewayPage(page);
    await back;
    stage.goOn();
    await purchase.seePaidOrder();
    expect(purchase.states()).toEqual(["paid"]);
  });

  it("the waiting page waits while the shop does not answer, and displays the outcome when it answers again", async () => {
    const { page, stage } = visit;
    await toTheWait();
    stage.pause();
    await asked(page, "status");
    const told = purchase.bringNews();
    await isConfirming();
    stage.goOn();
    await told;
    await purchase.seePaidOrder();
  });

  it("the waiting page waits while the shop is down, and displays the outcome when it is up again", async () => {
    const { page } = visit;
    await toTheWait();
    const failed = page.waitForEvent("requestfailed");
    await page.route(isOfShop, (route) => route.abort("connectionrefused"));
    await failed;
    await purchase.bringNews();
    await isConfirming();
    await page.unroute(isOfShop);
    await purchase.seeThanks();
  });

  it("a buyer who returned while the shop was down sees the outcome after a reload", async () => {
    const { page, stage } = visit;
    await toTheGateway();
    // Its buyers go back by a button, so that the network can fail there.
    await stage.sandbox.setQuirks("post_return");
    await payOnGatewayPage(page);
    await page.route(isOfShop, (route) => route.abort("connectionrefused"));
    const failed = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Go back to the shop" }).click({ noWaitAfter: true });
    await failed;
    await page.unroute(isOfShop);
    await page.reload();
    await purchase.seeThanks();
    expect(purchase.states()).toEqual(["paid"]);
  });
}
