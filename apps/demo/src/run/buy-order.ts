import { FormBrowser } from "../buyer/form-browser.ts";
import { completeGatewayPages, waitForOrderPage } from "../buyer/gateway-pages.ts";
import type { PaymentChoice } from "../buyer/payment-choice.ts";
import type { DemoEnvironment } from "./demo-environment.ts";
import type { DemoAttempt, DemoShopDriver } from "./demo-shop-driver.ts";
import { loseNotification, readSandboxOrder, waitForNotificationDelivery } from "./sandbox-orders.ts";

/** The gateway refused the order, and the order's page displays the reason. */
export class SaleRefusedError extends Error {}

/** One order of the demo. */
export interface DemoSale {
  /** The first cell of its row. */
  readonly name: string;
  readonly wish: PaymentChoice;
  /** Whether the gateway's notification never arrives. Possible only for a sale with a payment page. */
  readonly isNotificationLost?: boolean;
  /** Whether the card is declined on the payment page. */
  readonly isDeclined?: boolean;
}

export interface BuyOrderInput extends DemoSale {
  readonly shop: DemoShopDriver;
  readonly place: DemoEnvironment;
}

/** The least width of each column of the table, in characters. */
export const minimumOrderColumnWidths = {
  variant: 13,
  "gateway order ID": 20,
  submission: 10,
  return: 10,
  notification: 14,
  "shop's db": 9,
  sandbox: 8,
  ms: 5,
} as const;

type OrderColumn = keyof typeof minimumOrderColumnWidths;

/** Writes a cell of the row as soon as it is known. */
export type CellWriter = (column: OrderColumn, text: string | number) => void;

/** Buys one order as a buyer does, and compares the states of the shop and the gateway. Throws unless both are as expected. */
export async function buyOrder(
  { shop, place, name, wish, isNotificationLost = false, isDeclined = false }: BuyOrderInput,
  tell: CellWriter,
): Promise<DemoAttempt> {
  const started = performance.now();
  const browser = new FormBrowser({ cookies: shop.cookies });
  tell("variant", name);
  const attempt = await shop.order(browser, place, wish);
  const { attemptId, state, answer } = attempt;
  tell("gateway order ID", attemptId);
  const redirected = browser.page.url.origin === place.sandboxUrl;
  if (state === "failed") {
    tell("submission", "refused");
    throw new SaleRefusedError(answer);
  }
  tell("submission", redirected ? "redirect" : "approved");
  if (isNotificationLost) await loseNotification(place.sandboxUrl, attemptId);
  if (redirected) await completeGatewayPages(browser, wish.card);
  tell("return", readReturnStatus(browser) ?? "none");
  await waitForOrderPage(browser);
  tell("notification", await waitForNotificationDelivery(place.sandboxUrl, attemptId));
  const inShop = await shop.stateInDatabase(attempt, place);
  tell("shop's db", inShop);
  const inSandbox = (await readSandboxOrder(place.sandboxUrl, attemptId))?.state ?? "missing";
  tell("sandbox", inSandbox);
  tell("ms", Math.round(performance.now() - started));
  const isPaid = inShop === shop.paid;
  if (isPaid !== isDeclined && inSandbox === (isDeclined ? "failed" : "paid")) return attempt;
  throw new Error(`the shop's database says ${inShop}, the sandbox's orders says ${inSandbox}`);
}

/** Returns the result in the buyer's return. Undefined if the buyer did not leave the shop. */
function readReturnStatus(browser: FormBrowser): string | undefined {
  const url = browser.trail.find(({ pathname }) => pathname.includes("/return/"));
  return url?.searchParams.get("paymentStatus") ?? undefined;
}
