import { describe } from "vitest";
import { accessibilitySuite } from "./accessibility.suite.ts";
import { backButtonSuite, reloadSuite } from "./back-and-reload.suite.ts";
import { BrowserPurchase } from "./browser-purchase.ts";
import type { BrowserSuiteOptions } from "./browser-suite-options.ts";
import { setUpChromiumVisit } from "./chromium-visit.ts";
import { clientScriptSuite } from "./client-script.suite.ts";
import { noCookiesSuite } from "./no-cookies.suite.ts";
import { noScriptSuite } from "./no-script.suite.ts";
import { paymentVariantsSuite } from "./payment-variants.suite.ts";
import { returnToShopSuite } from "./return-to-shop.suite.ts";
import { shopOutageSuite } from "./shop-outage.suite.ts";
import { shopPicturesSuite } from "./shop-pictures.suite.ts";
import { threeDSecureSuite } from "./three-d-secure.suite.ts";
import { twoTabsSuite } from "./two-tabs.suite.ts";

type Part = readonly [name: string, suite: (purchase: BrowserPurchase) => void];

/** Each shop's own adapter decides these. */
const sales: readonly Part[] = [
  ["each way to pay", paymentVariantsSuite],
  ["the way back to the shop", returnToShopSuite],
  ["the picture of the shop", shopPicturesSuite],
];

/** The pages, the client script and core do these. They are the same in every shop. */
const pages: readonly Part[] = [
  ["two tabs", twoTabsSuite],
  ["the bank's page (3D)", threeDSecureSuite],
  ["the back button", backButtonSuite],
  ["a reload", reloadSuite],
  ["cookies refused", noCookiesSuite],
  ["no script", noScriptSuite],
  ["a shop that does not answer", shopOutageSuite],
  ["a browser with scripts", clientScriptSuite],
  ["every page", accessibilitySuite],
];

function defineParts(shop: BrowserSuiteOptions, parts: readonly Part[]): void {
  const purchase = new BrowserPurchase(shop, setUpChromiumVisit(shop.openShop));
  for (const [name, suite] of parts) describe(name, () => suite(purchase));
}

/** Sells to buyers in a browser, whatever the buyer, the bank or the network does. */
export const browserSalesSuite = (shop: BrowserSuiteOptions) => defineParts(shop, sales);

/** Uses every page in a browser in every way: two tabs, 3D, back button, reload, without cookies or scripts, keyboard, dark mode. */
export const browserPagesSuite = (shop: BrowserSuiteOptions) => defineParts(shop, pages);

/** Both suites, with one start of the shop. */
export const browserCheckoutSuite = (shop: BrowserSuiteOptions) => defineParts(shop, [...sales, ...pages]);
