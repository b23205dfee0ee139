import { beforeAll, describe, expect, test } from "vitest";
import type { StaffBrowser, StaffSuite } from "./staff-browser.ts";
import type { Look, Sale, StaffPageName } from "./staff-site.ts";

/** Each language is seen in both widths and both themes, and each width in both themes. */
const looks: readonly Look[] = [
  { language: "en", width: 320, theme: "dark" },
  { language: "en", width: 1440, theme: "light" },
  { language: "zh", width: 320, theme: "light" },
  { language: "zh", width: 1440, theme: "dark" },
];

const words = {
  en: { other: "Other actions", refund: "Refund through the gateway", cancel: "Cancel the subscription" },
  zh: { other: "其他操作", refund: "通过网关退款", cancel: "取消订阅" },
} as const;

const lists: readonly StaffPageName[] = ["overview", "attempts", "review-items", "health"];

/** Every page in every look. */
export function looksSuite({ site, open }: StaffSuite): void {
  describe("axe finds no flaw, and nothing is too wide", () => {
    let disputed: Sale;
    let subscription: Sale;
    beforeAll(async () => {
      await site().pay({ kind: "wrong_amount", trueAmount: "1.00" });
      await site().fail();
      subscription = await site().subscribe();
      disputed = await site().pay();
      await site().setFaults(disputed, { kind: "slow_refund", seconds: 3000 }, { kind: "fail_refund" });
      await using staff = await open();
      await staff.payment(disputed);
      await staff.refund("10.00");
      await site().gateway.advance({ hours: 1 });
      await site().dispute(disputed, "chargeback");
    });

    async function visitLists(staff: StaffBrowser, check: (name: string) => Promise<void>) {
      for (const name of lists) {
        await staff.open(name);
        await staff.page.locator("[data-testid^=pay-index] :is(dl, ol) :is(dd, li)").first().waitFor();
        if (name === "review-items") await staff.queued.getByRole("checkbox").first().click();
        await check(name);
      }
    }

    test.each(looks)("$language, $width px wide and $theme", async (look) => {
      const { language, width, theme } = look;
      const { other, refund, cancel } = words[language];
      await using staff = await open(look);
      const check = async (name: string) => {
        await staff.hasNoFlaws();
        await staff.shot(`${name}-${language}-${width}-${theme}`);
      };
      const checkDialog = async (name: string) => {
        await staff.dialogHasNoFlaws();
        await staff.shot(`${name}-${language}-${width}-${theme}`);
        await staff.page.keyboard.press("Escape");
      };
      await visitLists(staff, check);
      await staff.payment(disputed);
      await expect.poll(() => staff.items.locator("[data-kind]").count()).toBe(2);
      await check("payment");
      await staff.items.getByRole("button", { name: other }).first().click();
      await checkDialog("resolve");
      await staff.timeline.getByRole("button", { name: new RegExp(`^${refund}`) }).click();
      await checkDialog("refund");
      await staff.payment(subscription);
      await check("subscription");
      await staff.timeline.getByRole("button", { name: cancel }).click();
      await staff.page.getByRole("alertdialog").waitFor();
      await checkDialog("cancel");
    });

    test("from right to left, 320 px wide", async () => {
      await using staff = await open({ width: 320 });
      const check = async (name: string) => {
        await staff.page.evaluate('document.documentElement.dir = "rtl"');
        await staff.hasNoFlaws();
        await staff.shot(`${name}-rtl-320`);
      };
      await visitLists(staff, check);
      for (const sale of [disputed, subscription]) {
        await staff.payment(sale);
        await check(sale === disputed ? "payment" : "subscription");
      }
    });
  });
}
