import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { challengeCard, type Fields, sellSigned, type Variant } from "../fixtures/sale.ts";
import { setUpInspectorForEach } from "./inspector-setup.ts";

const stage = setUpInspectorForEach();

const looks = [
  { width: 320, colorScheme: "dark" },
  { width: 1180, colorScheme: "light" },
] as const;

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

async function expectNoFlaw(page: Page, path: string): Promise<void> {
  await page.goto(stage.sandbox.url + path);
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true");
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run()")) as Found;
  expect({ path, flaws: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`) }).toEqual({
    path,
    flaws: [],
  });
  const tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect({ path, tooWide: await page.evaluate(tooWide) }).toEqual({ path, tooWide: 0 });
}

/** Names as long as people have them, in scripts with no blanks and from right to left. */
const longNames = {
  pay_firstname: "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末",
  pay_lastname: "عبد الرحمن محمد عبد العزيز آل الشيخ الطويل الاسم جدا",
  pay_productname: JSON.stringify([
    {
      productName: "とても長い商品名のデスクランプ特別限定版白色アルミニウム製",
      price: "42.50",
      quantity: "1",
    },
  ]),
};

it.each(looks)("axe finds no flaw, and no page is too wide ($width px, $colorScheme)", async (look) => {
  stage.answer((response, count) => void response.writeHead(count === 1 ? 403 : 200).end("<html>Forbidden"));
  await stage.paidOrder("A-VERY-LONG-ORDER-NUMBER-OF-50-CHARACTERS-00000001", longNames);
  await sellSigned(stage.sandbox.url, "hosted", { pay_md5sign: "0".repeat(32) });
  await sellSigned(stage.sandbox.url, "hosted", { pay_currency: undefined });
  await stage.sandbox.setFaults({ of: "all" }, [{ kind: "drop" }, { kind: "unsigned", tries: 1 }]);
  const { width, colorScheme } = look;
  const page = await stage.open("/", { viewport: { width, height: 800 }, colorScheme });
  const order = "/orders/10001/A-VERY-LONG-ORDER-NUMBER-OF-50-CHARACTERS-00000001";
  for (const path of [
    "/",
    "/?state=closed",
    order,
    "/refused",
    "/refused/1",
    "/refused/2",
    "/faults",
    "/webhooks",
    "/clock",
    "/start",
  ]) {
    await expectNoFlaw(page, path);
  }
});

/** Contrast is a matter of the scheme, and width one of the words. */
const buyersLooks = [
  { language: "en", width: 1180, colorScheme: "dark" },
  { language: "zh-CN", width: 320, colorScheme: "light" },
  { language: "ar", width: 320, colorScheme: "dark" },
] as const;

it.each(buyersLooks)(
  "axe finds no flaw on the buyers' pages, and none is too wide ($language, $width px, $colorScheme)",
  async ({ language, width, colorScheme }) => {
    const page = await stage.open("/start", { viewport: { width, height: 800 }, colorScheme });
    const entry = async (variant: Variant, more: Fields = {}) =>
      new URL((await sellSigned(stage.sandbox.url, variant, { pay_language: language, ...more })).url ?? "")
        .pathname;
    const hosted = await entry("hosted", { pay_productname: longNames.pay_productname });
    await expectNoFlaw(page, hosted);
    expect(await page.getAttribute("html", "dir")).toBe(language === "ar" ? "rtl" : "ltr");
    await page.locator("#number").fill("1");
    await page.evaluate("document.querySelector('form').noValidate = true");
    await page.locator("form button").first().click();
    await page.getByRole("alert").waitFor();
    await page.evaluate(axe.source);
    expect(((await page.evaluate("axe.run()")) as Found).violations).toEqual([]);
    await expectNoFlaw(page, await entry("link"));
    await expectNoFlaw(page, await entry("apm"));
    await expectNoFlaw(page, await entry("apm", { pay_method: "alipay" }));
    await expectNoFlaw(page, await entry("apm", { pay_app_scheme: "shop" }));
    await expectNoFlaw(page, await entry("card", { pay_cardno: challengeCard }));
    await fetch(`${stage.sandbox.url}${hosted}/cancel`, { method: "POST", redirect: "manual" });
    await expectNoFlaw(page, hosted);
  },
);
