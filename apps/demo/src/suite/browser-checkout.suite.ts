import { describe } from "vitest";
import { accessibilitySuite } from "./accessibility.suite.ts";
import { backButtonSuite, reloadSuite } from "./back-and-reload.suite.ts";
import type { BrowserShop } from "./browser-shop.ts";
import { createChromiumVisit } from "./chromium-visit.ts";
import { clientScriptSuite } from "./client-script.suite.ts";
import { noCookiesSuite } from "./no-cookies.suite.ts";
import { noScriptSuite } from "./no-script.suite.ts";
import { paymentVariantsSuite } from "./payment-variants.suite.ts";
import { Purchase } from "./purchase.ts";
import { returnToShopSuite } from "./return-to-shop.suite.ts";
import { shopOutageSuite } from "./shop-outage.suite.ts";
import { threeDSecureSuite } from "./three-d-secure.suite.ts";
import { twoTabsSuite } from "./two-tabs.suite.ts";

/** What every sample shop must do for a buyer in a browser, whatever the buyer, the bank or the network does. */
export function browserCheckoutSuite(shop: BrowserShop): void {
  const visit = createChromiumVisit(shop.openShop);
  const purchase = new Purchase(shop, visit);
  describe("each way to pay", () => paymentVariantsSuite(purchase));
  describe("the bank's page (3D)", () => threeDSecureSuite(purchase));
  describe("the way back to the shop", () => returnToShopSuite(purchase));
  describe("the back button", () => backButtonSuite(purchase));
  describe("a reload", () => reloadSuite(purchase));
  describe("two tabs", () => twoTabsSuite(purchase));
  describe("cookies refused", () => noCookiesSuite(purchase));
  describe("no script", () => noScriptSuite(purchase));
  describe("a shop that does not answer", () => shopOutageSuite(purchase));
  describe("a browser with scripts", () => clientScriptSuite(purchase));
  describe("every page", () => accessibilitySuite(purchase));
}
