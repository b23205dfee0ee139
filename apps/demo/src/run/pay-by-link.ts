import { fromAmountText, type Money } from "@pay-index/core";
import { createControlClient } from "@pay-index/sandbox/client";
import { FormBrowser } from "../buyer/form-browser.ts";
import { completeGatewayPages, waitForOrderPage } from "../buyer/gateway-pages.ts";
import { testCards } from "../buyer/payment-choice.ts";
import type { DemoEnvironment } from "./demo-environment.ts";
import type { DemoShopDriver } from "./demo-shop-driver.ts";

interface LinkInput {
  readonly shop: DemoShopDriver;
  readonly place: DemoEnvironment;
  readonly createPaymentLink: NonNullable<DemoShopDriver["createPaymentLink"]>;
}

/**
 * A buyer leaves the payment page without paying. Staff make a payment link for the order, and the buyer pays at it with another browser.
 *
 * @throws Error unless the order is paid then
 */
export async function payByLink({
  shop,
  place,
  createPaymentLink,
}: LinkInput): Promise<{ readonly url: string; readonly amount: Money }> {
  const { cookies } = shop;
  const wish = { variant: "hosted", card: testCards.good } as const;
  const left = await shop.order(new FormBrowser({ cookies }), place, wish);
  const order = await createControlClient(place.sandboxUrl).orderDetails(left.attemptId);
  const amount = fromAmountText(order.amount, order.currency);
  const url = await createPaymentLink(left, place, amount);
  const browser = new FormBrowser({ cookies });
  await browser.open(url);
  await browser.click("nav a.first");
  await completeGatewayPages(browser, wish.card);
  await waitForOrderPage(browser);
  const inShop = await shop.stateInDatabase(left, place);
  if (inShop !== shop.paid) throw new Error(`the shop's database says ${inShop}`);
  return { url, amount };
}
