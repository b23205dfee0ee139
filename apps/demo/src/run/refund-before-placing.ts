import { createControlClient } from "@pay-index/sandbox/client";
import { FormBrowser } from "../buyer/form-browser.ts";
import { completeGatewayPages, waitForOrderPage } from "../buyer/gateway-pages.ts";
import { testCards } from "../buyer/payment-choice.ts";
import { waitUntil } from "../buyer/wait-until.ts";
import type { DemoEnvironment } from "./demo-environment.ts";
import type { RefundInput, RefundRow } from "./refund-order.ts";
import { loseNotification, waitForRefunds } from "./sandbox-orders.ts";

/** The code of the review item of such an order. */
export const moneyReturned = "money_returned";

/** The shop has recorded the reply to a query before it asks again, which is ten seconds later. */
const queriesUntilRecorded = 2;
const secondsForQueries = 60;

/**
 * Buys an order that the gateway's staff refund in full while the notification about the payment is lost. The shop asks, and
 * learns that the money went back. Returns a function that delivers the notification after that, waits for the alert of staff, and returns
 * the row.
 *
 * @throws Error if the sale fails. The returned function throws if the shop places the order, or sends no alert
 */
export async function startRefundBeforePlacing({
  name,
  shop,
  place,
}: Omit<RefundInput, "attempt">): Promise<() => Promise<RefundRow>> {
  const startedAt = performance.now();
  const control = createControlClient(place.sandboxUrl);
  const browser = new FormBrowser({ cookies: shop.cookies });
  const attempt = await shop.order(browser, place, { variant: "hosted", card: testCards.good });
  const { attemptId } = attempt;
  await loseNotification(place.sandboxUrl, attemptId);
  await control.resolve(attemptId, { outcome: "paid" });
  const { amount, currency } = await control.refund(attemptId);
  await waitForRefunds(place.sandboxUrl, attemptId);
  await browser.open(browser.page.url);
  await completeGatewayPages(browser, testCards.good);
  return async () => {
    await waitUntil(
      "the shop to query the order twice",
      () => isQueried(place, attemptId),
      secondsForQueries,
    );
    await control.setFaults({ of: "order", orderId: attemptId }, []);
    const [delivery] = await control.notify(attemptId);
    await waitForOrderPage(browser);
    const inShop = await shop.stateInDatabase(attempt, place);
    if (delivery?.outcome !== "ok" || inShop === shop.paid)
      throw new Error(`the notification was ${delivery?.outcome}, and the shop's database says ${inShop}`);
    await shop.alerts?.alertAbout(moneyReturned);
    return {
      "refund of": name,
      "gateway order ID": attemptId,
      amount: `${amount} ${currency}`,
      "shop's db": "not placed",
      sandbox: `${amount} ${currency}`,
      ms: String(Math.round(performance.now() - startedAt)),
    };
  };
}

async function isQueried({ sandboxUrl }: DemoEnvironment, attemptId: string): Promise<true | undefined> {
  const { timeline } = await createControlClient(sandboxUrl).orderDetails(attemptId);
  const queries = timeline.filter(
    (event) => event.type === "operation_called" && event.operation === "query",
  );
  return queries.length >= queriesUntilRecorded || undefined;
}
