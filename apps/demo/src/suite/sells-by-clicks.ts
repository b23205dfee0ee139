import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { until } from "../buyer/until.ts";
import { choose, fillCart, payThere, typeCard } from "./buyers-hand.ts";
import { flawsOf } from "./flaws.ts";
import { inChromium } from "./in-chromium.ts";
import { paysInThePage } from "./pays-in-the-page.ts";
import type { Stage } from "./stage.ts";

/** What a shop has of its own, for a buyer who clicks. */
export interface ClickedShop {
  readonly name: string;
  openShop(): Promise<Stage>;
  /** What its database says of an order that is paid and placed. */
  readonly placed: string;
  /** What a mug and a lamp come to there, in dollars. */
  readonly total: string;
  /** What coffee each month comes to there, each time. */
  readonly eachMonth: string;
  /** From the cart to the choice of how to pay. */
  checkOut(page: Page): Promise<void>;
  /** Where a buyer with something in the cart may go before paying; the last is the choice of how to pay. */
  readonly steps: readonly string[];
  /** From the page of an order whose card was declined to the form for the card. */
  tryAgain(page: Page): Promise<void>;
}

/** What every sample shop must do for a buyer in a browser: each way to pay, and pages that anybody can use. */
export function sellsByClicks(shop: ClickedShop): void {
  const visit = inChromium(shop.name, shop.openShop);

  async function toPayment(products?: readonly string[]): Promise<void> {
    await fillCart(visit.page, visit.stage.shopUrl, products);
    await shop.checkOut(visit.page);
  }

  /** The page that tells the outcome, and the way from there to the order. */
  async function seeOutcome(heading: string, link: string): Promise<void> {
    await visit.page.getByRole("heading", { name: heading }).waitFor();
    expect(new URL(visit.page.url()).pathname).toContain("/wait/");
    await visit.page.getByRole("link", { name: link, exact: true }).click();
    await visit.page.waitForURL("**/orders/*");
  }

  async function seeFailure(): Promise<void> {
    await seeOutcome("The payment did not go through", "Try again");
    await visit.page.getByRole("heading", { name: "The payment did not work" }).waitFor();
  }

  async function seeThanks(): Promise<void> {
    await seeOutcome("Thank you for your order", "See your order");
    await visit.page.getByRole("heading", { name: "Paid", exact: true }).waitFor();
    // A shop may take a moment to place an order, and its page looks again until it has.
    await visit.page.getByText("Thank you, Grace.").waitFor();
  }

  async function seePaidOrder(amount = shop.total): Promise<void> {
    const { page, stage, complaints } = visit;
    await seeThanks();
    expect(await page.title()).toContain("Paid");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
    const order = new URL(page.url()).pathname.replace("/orders/", "");
    expect(await stage.orderState(order)).toBe(shop.placed);
    const paid = { amount, currency: "USD", state: "paid" };
    expect(stage.sandbox.orders().at(-1)).toMatchObject(paid);
  }

  async function expectNoFlaw(): Promise<void> {
    expect(await flawsOf(visit.page)).toEqual({ url: visit.page.url(), flaws: [], tooWide: 0 });
  }

  it("sells a hosted order, from the product to the paid order, by clicking", async () => {
    await toPayment();
    await choose(visit.page, "On the payment page");
    expect(visit.page.url()).toContain(visit.stage.sandbox.url);
    await payThere(visit.page);
    await seePaidOrder();
  });

  it("sells by payment link", async () => {
    await toPayment();
    await choose(visit.page, "By payment link");
    await payThere(visit.page);
    await seePaidOrder();
  });

  it("sells by a card that the bank asks about (3D)", async () => {
    await toPayment();
    await choose(visit.page, "By card, here");
    await typeCard(visit.page, "4141 4141 4141 4141");
    await visit.page.getByRole("button", { name: "Approve" }).click();
    await seePaidOrder();
  });

  it("sells a subscription, and says beforehand what it costs each month", async () => {
    await toPayment(["Coffee beans each month"]);
    expect(await visit.page.getByLabel("On the payment page").count()).toBe(0);
    await choose(visit.page, "Monthly delivery");
    const agreed = `You agree to $${shop.eachMonth} now, and the same each month`;
    expect(await visit.page.textContent("main")).toContain(agreed);
    await typeCard(visit.page, "4242 4242 4242 4242");
    await seePaidOrder(shop.eachMonth);
  });

  it("sells by a wallet that the buyer chose in the shop", async () => {
    await toPayment();
    await visit.page.getByLabel("Wallet or bank").check();
    await visit.page.getByLabel("With", { exact: true }).selectOption("alipay");
    await choose(visit.page, "Wallet or bank");
    await visit.page.getByRole("button", { name: "Approve" }).click();
    await seePaidOrder();
  });

  it("brings a buyer whose card is declined back to an order that one click pays again (B-18)", async () => {
    await toPayment();
    await choose(visit.page, "By card, here");
    await typeCard(visit.page, "4000 0000 0000 1018");
    await seeFailure();
    await shop.tryAgain(visit.page);
    await typeCard(visit.page, "4242 4242 4242 4242");
    await seePaidOrder();
  });

  it("tells the outcome again to a buyer who reloads its page, or comes back to it", async () => {
    const { page } = visit;
    await toPayment();
    await choose(page, "On the payment page");
    await payThere(page);
    const thanks = page.getByRole("heading", { name: "Thank you for your order" });
    await thanks.waitFor();
    await page.reload();
    await thanks.waitFor();
    await page.getByRole("link", { name: "See your order" }).click();
    await page.waitForURL("**/orders/*");
    await page.goBack();
    await thanks.waitFor();
    await seePaidOrder();
  });

  it("tells it in the buyer's own language, from the right in Arabic", async () => {
    await visit.beginIn({ viewport: { width: 360, height: 740 }, locale: "ar-EG" });
    const { page } = visit;
    await toPayment();
    await choose(page, "By payment link");
    await payThere(page);
    await page.getByRole("heading", { name: "شكرًا لك على طلبك" }).waitFor();
    expect(await page.getAttribute("html", "dir")).toBe("rtl");
    await expectNoFlaw();
  });

  it("can be used with the keyboard alone", async () => {
    const { page, stage } = visit;
    await page.goto(stage.shopUrl);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url()).toContain("#content");
    await toPayment();
    await page.getByLabel("On the payment page").focus();
    await page.keyboard.press("ArrowDown");
    expect(await page.getByLabel("By card, here").isChecked()).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByLabel("Card number").focus();
    for (const text of ["4242 4242 4242 4242", "12", "2099", "123"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await seePaidOrder();
  });

  const looks = [320, 1180].flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
  );

  it.each(looks)(
    "has no flaw that axe finds, nor a page that is too wide ($width px, $colorScheme)",
    async ({ width, colorScheme }) => {
      await visit.beginIn({ viewport: { width, height: 800 }, colorScheme });
      const { page, stage } = visit;
      for (const path of ["/", "/cart", "/nothing"]) {
        await page.goto(stage.shopUrl + path);
        await expectNoFlaw();
      }
      await toPayment();
      await expectNoFlaw();
      for (const path of shop.steps) {
        await page.goto(stage.shopUrl + path);
        await expectNoFlaw();
      }
      await choose(page, "By card, here");
      await expectNoFlaw();
      await typeCard(page, "4000 0000 0000 1018");
      await seeFailure();
      await expectNoFlaw();
      await shop.tryAgain(page);
      await typeCard(page, "4242 4242 4242 4242");
      await seeThanks();
      await expectNoFlaw();
    },
    // A dozen pages.
    120_000,
  );

  describe("a browser with scripts", () => paysInThePage({ visit, toPayment }));

  it("works in a browser that runs no script", async () => {
    await visit.beginIn({ javaScriptEnabled: false });
    const { page } = visit;
    await toPayment();
    await choose(page, "Wallet or bank");
    await page.getByRole("link", { name: /WeChat/ }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    // The waiting page goes on by itself every five seconds; this buyer does not like to wait.
    await until("the outcome", async () => {
      if ((await page.title()) === "Thank you for your order") return true;
      await page.getByRole("link", { name: "Check again" }).click();
      return undefined;
    });
    await page.getByRole("link", { name: "See your order" }).click();
    expect(await page.title()).toContain("Paid");
  });
}
