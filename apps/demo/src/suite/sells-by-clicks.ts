import { describe } from "vitest";
import { afterTheBank } from "./after-the-bank.ts";
import { canBeUsedByAnybody } from "./can-be-used-by-anybody.ts";
import type { ClickedShop } from "./clicked-shop.ts";
import { goesBack, reloads } from "./goes-back.ts";
import { inChromium } from "./in-chromium.ts";
import { inTwoTabs } from "./in-two-tabs.ts";
import { paysInThePage } from "./pays-in-the-page.ts";
import { Purchase } from "./purchase.ts";
import { returns } from "./returns.ts";
import { sellsEachWay } from "./sells-each-way.ts";
import { shopIsAway } from "./shop-is-away.ts";
import { withoutCookies } from "./without-cookies.ts";
import { withoutScript } from "./without-script.ts";

/** What every sample shop must do for a buyer in a browser, whatever the buyer, the bank or the network does. */
export function sellsByClicks(shop: ClickedShop): void {
  const visit = inChromium(shop.openShop);
  const purchase = new Purchase(shop, visit);
  describe("each way to pay", () => sellsEachWay(purchase));
  describe("the bank's page (3D)", () => afterTheBank(purchase));
  describe("the way back to the shop", () => returns(purchase));
  describe("the back button", () => goesBack(purchase));
  describe("a reload", () => reloads(purchase));
  describe("two tabs", () => inTwoTabs(purchase));
  describe("cookies refused", () => withoutCookies(purchase));
  describe("no script", () => withoutScript(purchase));
  describe("a shop that does not answer", () => shopIsAway(purchase));
  describe("a browser with scripts", () => paysInThePage(purchase));
  describe("every page", () => canBeUsedByAnybody(purchase));
}
