import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { it } from "vitest";
import { payOnGatewayPage, submitPaymentMethod } from "./browser-actions.ts";
import type { BrowserPurchase } from "./browser-purchase.ts";
import { saveCombinedPicture } from "./save-combined-picture.ts";

const folder = fileURLToPath(new URL("../../../../.screenshots/", import.meta.url));

const looks = {
  phone: { viewport: { width: 360, height: 700 } },
  desktop: { viewport: { width: 820, height: 600 }, deviceScaleFactor: 1.5 },
};

/** Takes the picture of the shop in the documents. `pnpm docs:images` copies it to docs/images. */
export function shopPicturesSuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  it("can be shown in the documents, from the products to the paid order", async () => {
    mkdirSync(folder, { recursive: true });
    const path = `${folder}${shop.picture.name}.png`;
    await visit.beginIn(shop.picture.of === "order" ? looks.desktop : looks.phone);
    await visit.page.goto(visit.stage.shopUrl);
    const products = await visit.page.screenshot();
    await purchase.clickToPayment();
    const payment = await visit.page.screenshot();
    await submitPaymentMethod(visit.page, "On the payment page");
    await payOnGatewayPage(visit.page);
    await purchase.seeThanks();
    if (shop.picture.of === "order") {
      await visit.page.screenshot({ path, fullPage: true });
      return;
    }
    const order = await visit.page.screenshot();
    const page = await visit.newTab();
    await page.setViewportSize({ width: 1200, height: 800 });
    await saveCombinedPicture(page, [products, payment, order], { path, frame: 16 });
  });
}
