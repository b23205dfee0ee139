import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { payOnGatewayPage, submitPaymentMethod } from "./browser-actions.ts";
import type { BrowserPurchase } from "./browser-purchase.ts";

/** In a browser with scripts the page opens the payment by `@pay-index/app`, and asks the shop how it ended. */
export function clientScriptSuite(purchase: BrowserPurchase): void {
  const { visit } = purchase;
  const hosted = "On the payment page";
  const ownWindow = () => visit.page.getByLabel("Open the payment page in a window of its own");

  /** Waits for the script, which displays the choice of a window. Before that, the form is sent unchanged. */
  async function toPaymentInPage(): Promise<void> {
    await purchase.toPayment();
    await ownWindow().waitFor();
  }

  /** What the client remembers of the payment that is open, as the shop's pages see it. */
  async function remembered(): Promise<{ attemptId?: string; status?: string } | undefined> {
    const { origins } = await visit.page.context().storageState();
    const kept = origins.find(({ origin }) => origin === visit.stage.shopUrl)?.localStorage ?? [];
    const record = kept.find(({ name }) => name === "pay-index");
    return record && JSON.parse(record.value);
  }

  const latest = () => visit.stage.sandbox.orders().at(-1)?.orderId ?? "";

  async function seeOrder(heading: string): Promise<void> {
    await visit.page.waitForURL("**/orders/*");
    await visit.page.getByRole("heading", { name: heading, exact: true }).waitFor();
  }

  /** From the page of the outcome, and not from the one that waits for it, which goes on by itself. */
  async function followThanks(page: Page): Promise<void> {
    await page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
    // In a window of its own the page is gone by then.
    await page.getByRole("link", { name: "See your order" }).click({ noWaitAfter: true });
  }

  /** The next answer to the page that asks for the state of its attempt. */
  async function toldNext(state: string): Promise<void> {
    await visit.page.waitForResponse(
      async (answer) => answer.url().includes("/state/") && (await answer.json()).state === state,
    );
  }

  it("the script stores the payment that it opened, and removes it when the shop, not a redirect, reports the outcome (B-08, B-42)", async () => {
    const { page, stage } = visit;
    await toPaymentInPage();
    await submitPaymentMethod(page, hosted);
    const record = await remembered();
    expect(record).toMatchObject({ attemptId: latest() });
    expect(record?.status).toMatch(new RegExp(`^${stage.shopUrl}/.*/state/${latest()}/[0-9A-Z]{26}$`));
    await stage.sandbox.setFaults({ of: "all" }, [{ kind: "drop" }]);
    try {
      await payOnGatewayPage(page);
      const told = toldNext("pending");
      await page.getByRole("link", { name: "See your order" }).click();
      await seeOrder("Waiting for your payment");
      await told;
      expect(await remembered()).toEqual(record);
    } finally {
      await stage.sandbox.clearFaults();
    }
    await stage.sandbox.notify(latest());
    await seeOrder("Paid");
    expect(await remembered()).toBeUndefined();
  });

  it("the script removes a failed payment, so that the buyer can start another one", async () => {
    const { page } = visit;
    await toPaymentInPage();
    await submitPaymentMethod(page, hosted);
    await page.getByRole("button", { name: "Cancel and go back to the shop" }).click();
    await page.getByRole("heading", { name: "The payment did not go through" }).waitFor();
    const told = toldNext("failed");
    await page.getByRole("link", { name: "Try again" }).click();
    await told;
    await seeOrder("The payment did not work");
    await expect.poll(remembered).toBeUndefined();
  });

  /** Clicks on a window of its own for the payment page. */
  async function openWindow(): Promise<Page> {
    await toPaymentInPage();
    await ownWindow().check();
    await visit.page.getByLabel(hosted).check();
    const opening = visit.page.waitForEvent("popup");
    await visit.page.getByRole("button", { name: "Order and pay" }).click();
    const opened = await opening;
    await opened.waitForURL(`${visit.stage.sandbox.url}/**`);
    return opened;
  }

  it("the script opens the payment page in a new window, closes that window, and continues in the buyer's tab", async () => {
    const opened = await openWindow();
    expect(await visit.page.textContent("form [role=status]")).toContain("Pay in the other window");
    await payOnGatewayPage(opened);
    const closed = opened.waitForEvent("close");
    await followThanks(opened);
    await closed;
    await seeOrder("Paid");
    expect(await remembered()).toBeUndefined();
  });

  it("the script asks the shop if the buyer has paid and closed the window (B-42)", async () => {
    const opened = await openWindow();
    await payOnGatewayPage(opened);
    await opened.getByRole("heading", { name: "Thank you for your order" }).waitFor();
    await opened.close();
    await seeOrder("Paid");
  });

  it("the script opens the payment page in the same tab if the browser opens no window", async () => {
    const { page } = visit;
    await toPaymentInPage();
    await page.evaluate("window.open = () => null");
    await ownWindow().check();
    await submitPaymentMethod(page, hosted);
    await payOnGatewayPage(page);
    await followThanks(page);
    await seeOrder("Paid");
  });
}
