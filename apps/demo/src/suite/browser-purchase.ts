import { createPageView, type Language, type PageKind } from "@pay-index/pages";
import type { OrderView } from "@pay-index/sandbox";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { fillBuyerFields, fillCart } from "./browser-actions.ts";
import type { BrowserSuiteOptions } from "./browser-suite-options.ts";
import { CheckoutFormSender } from "./checkout-form-sender.ts";
import type { ChromiumVisit } from "./chromium-visit.ts";

/** One purchase in a browser, and what the buyer must see of it. A page that is not named is the visit's. */
export class BrowserPurchase {
  readonly shop: BrowserSuiteOptions;
  readonly visit: ChromiumVisit;
  readonly #forms: CheckoutFormSender;
  /** The order's name in its address, once the buyer has come to the choice of how to pay. */
  order = "";
  #salesBefore = 0;
  #payment = "";

  constructor(shop: BrowserSuiteOptions, visit: ChromiumVisit) {
    this.shop = shop;
    this.visit = visit;
    this.#forms = new CheckoutFormSender(visit);
  }

  /** To the choice of how to pay, by clicks alone. */
  async clickToPayment(products?: readonly string[]): Promise<void> {
    const { page, stage } = this.visit;
    this.#salesBefore = stage.sandbox.orders().length;
    await fillCart(page, stage.shopUrl, products);
    await this.shop.checkOut(page);
    this.order = await this.shop.orderAt(page);
    this.#payment = page.url();
  }

  /** The same for tests of what comes then: by the forms that those clicks send, which takes a fraction of the time. */
  async toPayment(): Promise<void> {
    const { page, stage } = this.visit;
    this.#salesBefore = stage.sandbox.orders().length;
    this.#payment = stage.shopUrl + (await this.shop.comeToPayment(this.#forms));
    await this.backToPayment();
    this.order = await this.shop.orderAt(page);
  }

  /** To the choice of how to pay once more. A shop that has all of it on one page keeps nothing before it is sent. */
  async backToPayment(): Promise<void> {
    const { page } = this.visit;
    await page.goto(this.#payment);
    if ((await page.getByLabel("First name").count()) > 0) await fillBuyerFields(page);
  }

  /** The sales at the gateway, oldest first. */
  sales(): readonly OrderView[] {
    return this.visit.stage.sandbox.orders().slice(this.#salesBefore);
  }

  states(): readonly string[] {
    return this.sales().map(({ state }) => state);
  }

  /** The latest of them. */
  sale(): OrderView {
    const sale = this.sales().at(-1);
    if (sale === undefined) throw new Error("the gateway has no sale");
    return sale;
  }

  async holdNews(): Promise<void> {
    await this.visit.stage.sandbox.setFaults({ of: "all" }, [{ kind: "drop" }]);
  }

  /** Tells the shop what became of the latest sale. Resolves when it has taken that. */
  async bringNews(): Promise<void> {
    const { sandbox } = this.visit.stage;
    await sandbox.clearFaults();
    const [delivery] = await sandbox.notify(this.sale().orderId);
    expect(delivery?.outcome).toBe("ok");
  }

  /** The page with the state of the payment, at its own address and in the buyer's language. */
  async seeStanding(
    kind: PageKind,
    { page = this.visit.page, language }: PageAndLanguage = {},
  ): Promise<void> {
    await page.getByRole("heading", { name: toExpectedPageHeading(kind, language), exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toContain("/wait/");
  }

  async seeFailure(seen: PageAndLanguage = {}): Promise<void> {
    await this.seeStanding("failed", seen);
    await this.#follow("failed", seen);
    await this.seeOrder("The payment did not work", seen.page);
  }

  async seeThanks(seen: PageAndLanguage = {}): Promise<void> {
    await this.seeStanding("placed", seen);
    await this.#follow("placed", seen);
    await this.seePlaced(seen.page);
  }

  /** On the order's page. A shop may take a moment to place an order, and its page looks again until it has. */
  async seePlaced(page?: Page): Promise<void> {
    await this.seeOrder("Paid", page);
    await (page ?? this.visit.page).getByText("Thank you, Grace.").waitFor();
  }

  async seeOrder(heading: string, page = this.visit.page): Promise<void> {
    await this.seeAddress((url) => url.endsWith(`/orders/${this.order}`), page);
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
  }

  /** Unlike `page.waitForURL`, allows that a second click replaces a navigation that has begun. */
  async seeAddress(isExpected: (url: string) => boolean, page = this.visit.page): Promise<void> {
    await expect.poll(() => isExpected(page.url()), { message: "the address of the page" }).toBe(true);
  }

  async openOrder(page = this.visit.page): Promise<void> {
    await page.goto(`${this.visit.stage.shopUrl}/orders/${this.order}`);
  }

  /** The thanks, the order as the shop's database has it, and the money as the gateway has it. */
  async seePaidOrder(amount = this.shop.total): Promise<void> {
    const { page, stage, complaints } = this.visit;
    await this.seeThanks();
    expect(await page.title()).toContain("Paid");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
    expect(await stage.orderState(this.order)).toBe(this.shop.placed);
    expect(this.sale()).toMatchObject({ amount, currency: "USD", state: "paid" });
  }

  async #follow(kind: PageKind, { page = this.visit.page, language = "en" }: PageAndLanguage): Promise<void> {
    const addresses = { order: "/order", retry: "/retry" };
    const [first] = createPageView({ kind, language, addresses }).links;
    await page.getByRole("link", { name: first?.text ?? "", exact: true }).click();
  }
}

/** Where, and in which language. */
export interface PageAndLanguage {
  readonly page?: Page | undefined;
  readonly language?: Language;
}

export function toExpectedPageHeading(kind: PageKind, language: Language = "en"): string {
  return createPageView({ kind, language }).heading;
}

/** What a page must not say unless the payment has failed (B-08). */
export const failureTextPattern = /fail|declined|did not (?:go|work)|went wrong/i;

export async function expectNoFailureText(page: Page): Promise<void> {
  expect(await page.textContent("main")).not.toMatch(failureTextPattern);
}
