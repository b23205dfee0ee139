import type { Language } from "@pay-index/pages";
import { expect, it } from "vitest";
import { findAccessibilityFlaws } from "./accessibility-check.ts";
import { submitCard, submitPaymentMethod } from "./browser-actions.ts";
import type { BrowserPurchase } from "./browser-purchase.ts";

interface BrowserLook {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  readonly locale: string;
  readonly language: Language;
}

/** Contrast is a matter of the scheme, and width one of the words. The shops speak English; the pages between them and the gateway do not have to. */
const browserLooks: readonly BrowserLook[] = [
  { width: 320, colorScheme: "light", locale: "en-GB", language: "en" },
  { width: 1180, colorScheme: "dark", locale: "ar-EG", language: "ar" },
];

export function accessibilitySuite(purchase: BrowserPurchase): void {
  const { visit, shop } = purchase;

  async function expectNoFlaw(): Promise<void> {
    expect(await findAccessibilityFlaws(visit.page)).toEqual({
      url: visit.page.url(),
      flaws: [],
      tooWide: 0,
    });
  }

  async function expectNoFlawAt(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await visit.page.goto(visit.stage.shopUrl + path);
      await expectNoFlaw();
    }
  }

  it.each(browserLooks)(
    "axe finds no flaw, and no page is too wide, on the way to the payment ($width px, $colorScheme)",
    async ({ width, colorScheme }) => {
      await visit.beginIn({ viewport: { width, height: 800 }, colorScheme });
      const { page } = visit;
      await expectNoFlawAt(["/", "/cart", "/nothing"]);
      await purchase.toPayment();
      await expectNoFlaw();
      for (const way of ["On the payment page", "By payment link", "Wallet or bank"]) {
        await purchase.backToPayment();
        await submitPaymentMethod(page, way);
        await expectNoFlaw();
      }
      await expectNoFlawAt(shop.steps);
      await purchase.openOrder();
      await expectNoFlaw();
    },
  );

  it.each(browserLooks)(
    "axe finds no flaw, and no page is too wide, from the card to the order ($width px, $colorScheme, $language)",
    async ({ width, colorScheme, locale, language }) => {
      await visit.beginIn({ viewport: { width, height: 800 }, colorScheme, locale });
      const { page } = visit;
      const direction = language === "ar" ? "rtl" : "ltr";
      const see = async (kind: "failed" | "confirming" | "placed") => {
        await purchase.seeStanding(kind, { language });
        expect(await page.getAttribute("html", "dir")).toBe(direction);
        await expectNoFlaw();
      };
      await purchase.toPayment();
      await submitPaymentMethod(page, "By card, here");
      await expectNoFlaw();
      await submitCard(page, "4000 0000 0000 1018");
      await see("failed");
      await purchase.seeFailure({ language });
      await expectNoFlaw();
      await shop.tryAgain(page);
      await submitCard(page, "4141 4141 4141 4141");
      await expectNoFlaw();
      await purchase.holdNews();
      await page.locator("button[value=approve]").click();
      await see("confirming");
      await purchase.bringNews();
      await see("placed");
      await purchase.seeThanks({ language });
      await expectNoFlaw();
    },
  );

  it("the checkout works with the keyboard alone", async () => {
    const { page, stage } = visit;
    await page.goto(stage.shopUrl);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(page.url()).toContain("#content");
    await purchase.toPayment();
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
    await purchase.seePaidOrder();
  });
}
