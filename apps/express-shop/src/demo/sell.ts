import { Browser } from "../buyer/browser.ts";
import { checkOut, fillCart, passGateway, type Wish, waitForOrder } from "../buyer/purchase.ts";
import { until } from "../buyer/until.ts";
import type { Place } from "./place.ts";
import type { Column } from "./table.ts";
import { readBook, readOrderPage, readShopDatabase } from "./witness.ts";

/** The gateway refused the order, and the order's page says why. */
export class Refused extends Error {}

/** Gets each cell of the row as soon as it is known. */
export type Tell = (column: Column, text: string | number) => void;

/** Buys one order as a buyer would, and compares what the shop and the gateway think of it. Throws unless both say paid. */
export async function sell(wish: Wish, place: Place, tell: Tell): Promise<void> {
  const started = performance.now();
  const browser = new Browser();
  tell("variant", wish.variant);
  const orderPage = await fillCart(browser, place.shopUrl);
  await checkOut(browser, wish);
  const { orderNumber, state, answer } = await readOrderPage(orderPage);
  tell("order number", orderNumber);
  const redirected = browser.page.url.origin === place.sandboxUrl;
  if (state === "failed") {
    tell("submission", "refused");
    throw new Refused(answer);
  }
  tell("submission", redirected ? "redirect" : "approved");
  if (redirected) await passGateway(browser, wish.card);
  tell("return", returnedWith(browser) ?? "none");
  await waitForOrder(browser);
  tell("notification", await deliveryOf(place.sandboxUrl, orderNumber));
  const inShop = await readShopDatabase(place.database, orderPage.pathname.replace("/orders/", ""));
  tell("shop's db", inShop);
  const inBook = (await readBook(place.sandboxUrl, orderNumber))?.state ?? "missing";
  tell("sandbox", inBook);
  tell("ms", Math.round(performance.now() - started));
  if (inShop === "paid" && inBook === "paid") return;
  throw new Error(`the shop's database says ${inShop}, the sandbox's book says ${inBook}`);
}

/** What the buyer's browser carried back to the shop; nothing when it never left. */
function returnedWith(browser: Browser): string | undefined {
  const url = browser.trail.find(({ pathname }) => pathname.startsWith("/pay/return/"));
  return url?.searchParams.get("paymentStatus") ?? undefined;
}

/** The gateway notes a delivery after the shop has answered it, so the order may be paid a moment earlier. */
function deliveryOf(sandboxUrl: string, orderNumber: string): Promise<string> {
  return until("the sandbox to note its notification", async () => {
    const delivery = (await readBook(sandboxUrl, orderNumber))?.deliveries.at(-1);
    return delivery && `${delivery.outcome}, try ${delivery.try}`;
  });
}
