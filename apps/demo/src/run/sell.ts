import { Browser } from "../buyer/browser.ts";
import { passGateway, waitForOrder } from "../buyer/way-back.ts";
import type { Wish } from "../buyer/wish.ts";
import type { DemoShop } from "./demo-shop.ts";
import type { Place } from "./place.ts";
import { deliveryOf, readBook } from "./sandbox-book.ts";

/** The gateway refused the order, and the order's page says why. */
export class Refused extends Error {}

export interface Deal {
  readonly shop: DemoShop;
  readonly place: Place;
  readonly wish: Wish;
}

/** The table that shows the orders. */
export const widths = {
  variant: 12,
  "order number": 20,
  submission: 10,
  return: 10,
  notification: 12,
  "shop's db": 9,
  sandbox: 8,
  ms: 5,
} as const;

type Column = keyof typeof widths;

/** Gets each cell of the row as soon as it is known. */
export type Tell = (column: Column, text: string | number) => void;

/** Buys one order as a buyer would, and compares what the shop and the gateway think of it. Throws unless both say paid. */
export async function sell({ shop, place, wish }: Deal, tell: Tell): Promise<void> {
  const started = performance.now();
  const browser = new Browser({ cookies: shop.cookies });
  tell("variant", wish.variant);
  const attempt = await shop.order(browser, place, wish);
  const { orderNumber, state, answer } = attempt;
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
  const inShop = await shop.stateInDatabase(attempt, place);
  tell("shop's db", inShop);
  const inBook = (await readBook(place.sandboxUrl, orderNumber))?.state ?? "missing";
  tell("sandbox", inBook);
  tell("ms", Math.round(performance.now() - started));
  if (inShop === shop.paid && inBook === "paid") return;
  throw new Error(`the shop's database says ${inShop}, the sandbox's book says ${inBook}`);
}

/** What the buyer's browser carried back to the shop; nothing when it never left. */
function returnedWith(browser: Browser): string | undefined {
  const url = browser.trail.find(({ pathname }) => pathname.includes("/return/"));
  return url?.searchParams.get("paymentStatus") ?? undefined;
}
