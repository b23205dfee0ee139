import { expect, it } from "vitest";
import { cardForm, open, submit, submitSlowly } from "../fixtures/buyer.ts";
import {
  cardFields,
  challengeCard,
  failedCard,
  insufficientFundsCard,
  sellSigned,
  successCard,
  type Variant,
} from "../fixtures/sale.ts";
import { shareSandbox, shareShop } from "../fixtures/set-up-sandbox.ts";

const shop = await shareShop();
const lines: string[] = [];
const sandbox = await shareSandbox({ allowAppSchemes: ["myapp"], log: (line) => lines.push(line) });

let count = 0;

/** A new order that waits for its buyer. */
async function start(variant: Variant, more: Record<string, string | undefined> = {}) {
  count += 1;
  const number = `P-${count}`;
  const shopFields = {
    pay_orderid: number,
    pay_notifyurl: shop.notifyUrl,
    pay_callbackurl: shop.callbackUrl,
  };
  const answer = await sellSigned(sandbox.url, variant, { ...shopFields, ...more });
  expect(answer).toMatchObject({ status: 1 });
  return {
    number,
    url: answer.url ?? "",
    back: (status: string) => `${shop.callbackUrl}?paymentStatus=${status}&orderID=${number}`,
    order: () => sandbox.order(number),
    notifications: async () => {
      await sandbox.nextDelivery(number);
      return shop.received
        .filter(({ fields }) => fields.get("orderid") === number)
        .map(({ fields }) => fields.get("returncode"));
    },
  };
}

const absolute = (location: string | null) => new URL(location ?? "", sandbox.url).href;

it("sells at the hosted checkout and returns the buyer (RET-FIELDS)", async () => {
  const sale = await start("hosted", {
    pay_productname: '[{"productName":"Bulb","price":"6.25","quantity":"2"}]',
  });
  const { status, html } = await open(sale.url);
  expect(status).toBe(200);
  const shown = ["42.50 EUR", "merchant 10002", "lamps.example", "Bulb", "2 × 6.25", sale.number, "SANDBOX"];
  for (const text of shown) expect(html).toContain(text);
  const paid = await submit(`${sale.url}/card`, cardForm("4242 4242 4242 4242"));
  expect(paid).toMatchObject({ status: 303, location: sale.back("succeeded") });
  expect(sale.order()).toMatchObject({
    state: "paid",
    card: { brand: "visa", last4: "4242" },
    returnedAs: "succeeded",
    decidedAt: expect.any(String),
  });
  expect(await sale.notifications()).toEqual(["00"]);
});

it.each([failedCard, insufficientFundsCard, "5555555555554444"])(
  "displays a decline, then links to the shop",
  async (number) => {
    const sale = await start("hosted");
    const declined = await submit(`${sale.url}/card`, cardForm(number));
    expect(declined).toMatchObject({ status: 303, location: new URL(sale.url).pathname });
    const page = await open(sale.url);
    expect(page.html).toContain("This order was not paid");
    expect(page.html).toContain(`/pay/${sale.url.split("/").at(-1)}/return`);
    expect(sale.order()).toMatchObject({ state: "failed" });
    expect(sale.order()).not.toHaveProperty("returnedAs");
    expect(await open(`${sale.url}/return`)).toMatchObject({ status: 303, location: sale.back("fail") });
    expect(sale.order()).toMatchObject({ returnedAs: "fail" });
    expect(await sale.notifications()).toEqual(["2"]);
  },
);

it("displays the form again if the card is invalid, and prints no digits", async () => {
  const { url, order } = await start("hosted");
  const typed = { number: "42424242424", month: "4242424242424242", year: "30", cvv: "1" };
  const page = await submit(`${url}/card`, typed);
  expect(page.status).toBe(400);
  for (const problem of ["12 to 19 digits", "two digits", "four digits", "3 or 4 digits"]) {
    expect(page.html).toContain(problem);
  }
  expect(page.html).not.toMatch(/\d{11}/);
  expect((await submit(`${url}/card`, { number: "x".repeat(40_000) })).status).toBe(400);
  expect(order()).toMatchObject({ state: "pending", deliveries: [] });
});

it("keeps an abandoned or postponed order pending, and the order can still be paid", async () => {
  const sale = await start("card", cardFields(challengeCard));
  await open(sale.url);
  expect(sale.order()).toMatchObject({ state: "pending" });
  expect(await submit(sale.url, { choice: "later" })).toMatchObject({ location: sale.back("processing") });
  expect(sale.order()).toMatchObject({ state: "pending", returnedAs: "processing", deliveries: [] });
  expect((await submit(sale.url, { choice: "bribe" })).status).toBe(303);
  expect(sale.order()).toMatchObject({ state: "pending" });
  await submit(sale.url, { choice: "approve" });
  expect(sale.order()).toMatchObject({ state: "paid", returnedAs: "succeeded" });
});

it("lists the methods if the sale names none, and uses the chosen one (REQ-APM)", async () => {
  const sale = await start("apm");
  const list = (await open(sale.url)).html;
  for (const method of ["alipay", "wechat", "paypal", "ideal", "cashapp"])
    expect(list).toContain(`/method/${method}"`);
  expect((await open(`${sale.url}/method/paypal`)).html).toContain("<h1>PayPal</h1>");
  expect((await open(`${sale.url}/method/klarna`)).status).toBe(404);
  expect(await submit(`${sale.url}/method/paypal`, { choice: "approve" })).toMatchObject({
    location: sale.back("succeeded"),
  });
  expect(sale.order()).toMatchObject({ state: "paid", method: "paypal" });
});

it("does not change the method that the shop named", async () => {
  const sale = await start("apm", { pay_method: "ideal" });
  expect((await open(sale.url)).html).toContain("<h1>iDEAL</h1>");
  const own = sale.url.replace("/method/ideal", "");
  expect((await open(own)).location).toMatch(/\/method\/ideal$/);
  expect((await submit(`${own}/method/paypal`, { choice: "approve" })).status).toBe(404);
  expect(await submit(sale.url, { choice: "refuse" })).toMatchObject({ location: sale.back("fail") });
  expect(sale.order()).toMatchObject({
    state: "failed",
    method: "ideal",
    failure: "iDEAL refused the payment",
  });
});

it.each([
  ["myapp", "myapp://"],
  ["myapp:", "myapp://"],
  ["myapp://pay?a=1&amp;b", "myapp://pay?a=1&amp;amp;b"],
])("opens the app scheme %s first, with a link to continue without it", async (scheme, shown) => {
  const sale = await start("apm", { pay_app_scheme: scheme, pay_method: "alipay" });
  const page = (await open(sale.url)).html;
  expect(page).toContain(`content="0; url=${shown}"`);
  expect(page).toContain(`href="${shown}"`);
  expect(page).toMatch(/href="\/pay\/[\w-]+\/method\/alipay"/);
});

it("opens no app whose scheme its option does not name, and says so", async () => {
  const sale = await start("apm", { pay_app_scheme: "otherapp://run?x", pay_method: "alipay" });
  expect(sale.url).toMatch(/\/method\/alipay$/);
  expect((await open(sale.url)).html).not.toContain("otherapp");
  expect(lines.join("\n")).toContain("--allow-app-scheme does not name otherapp");
});

it("decides an order once, and a later post changes nothing", async () => {
  const sale = await start("hosted");
  await Promise.all(Array.from({ length: 5 }, () => submit(`${sale.url}/card`, cardForm(successCard))));
  const decided = sale.order();
  expect(await sale.notifications()).toEqual(["00"]);
  for (const [path, form] of [
    ["/card", cardForm(failedCard)],
    ["/cancel", {}],
    ["/3d", { choice: "refuse" }],
  ] as const) {
    expect(absolute((await submit(sale.url + path, form)).location)).toBe(sale.url);
  }
  expect((await open(sale.url)).html).toContain("This order is paid");
  expect(sale.order()).toEqual({ ...decided, deliveries: sale.order()?.deliveries });
  expect(sale.order()?.deliveries).toHaveLength(1);
  expect(await open(`${sale.url}/return`)).toMatchObject({ location: sale.back("succeeded") });
});

it("ignores a post that was sent first and arrived last", async () => {
  for (const [variant, more, path, form] of [
    ["hosted", {}, "/card", cardForm(failedCard)],
    ["apm", { pay_method: "ideal" }, "", { choice: "refuse" }],
  ] as const) {
    const sale = await start(variant, more);
    const finish = await submitSlowly(sale.url + path, form);
    await submit(sale.url + path, variant === "hosted" ? cardForm(successCard) : { choice: "approve" });
    expect(sale.order()).toMatchObject({ state: "paid" });
    expect(await finish()).toMatchObject({ status: 303, location: sale.back("succeeded") });
    expect(sale.order()).toMatchObject({ state: "paid" });
    expect(sale.order()).not.toHaveProperty("failure");
    if (variant === "hosted") expect(sale.order()?.card?.last4).toBe("4242");
    expect(await sale.notifications()).toEqual(["00"]);
  }
});

it.each([
  ["http://127.0.0.1:9/r?a=1", "http://127.0.0.1:9/r?a=1&"],
  ["http://127.0.0.1:9/r?", "http://127.0.0.1:9/r?"],
  ["http://127.0.0.1:9/r?a=1&", "http://127.0.0.1:9/r?a=1&"],
  ["http://127.0.0.1:9/r#top", "http://127.0.0.1:9/r?", "#top"],
  ["http://127.0.0.1:9", "http://127.0.0.1:9?"],
])("adds its fields to the callback address %s", async (address, before, after = "") => {
  const sale = await start("hosted", { pay_callbackurl: address, pay_orderid: `a&b=ü/${count}` });
  const fields = `paymentStatus=fail&orderID=a%26b%3D%C3%BC%2F${count - 1}`;
  expect((await submit(`${sale.url}/cancel`)).location).toBe(before + fields + after);
});

it("sends security headers, and its addresses cannot be guessed", async () => {
  const sale = await start("hosted");
  expect(sale.url).not.toContain(sale.number);
  const pages = [
    await open(sale.url),
    await submit(`${sale.url}/cancel`),
    await open(`${sandbox.url}/pay/${sale.number}`),
  ];
  expect(pages.map((page) => page.status)).toEqual([200, 303, 404]);
  for (const { headers } of pages) {
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
  }
});

it.each([
  ["en", "en", "Checkout"],
  ["zh-CN", "zh-Hans", "收银台"],
  ["zh_CN", "zh-Hans", "收银台"],
  ["ar-EG,ar;q=0.9", "ar", "إتمام الشراء"],
  ["fr", "en", "Checkout"],
  ["constructor", "en", "Checkout"],
])("uses the language that the shop named: %s (REQ-LANGUAGE)", async (language, tag, heading) => {
  const frame = `<html lang="${tag}" dir="${tag === "ar" ? "rtl" : "ltr"}">`;
  const sale = await start("hosted", { pay_language: language });
  const { html } = await open(sale.url);
  expect(html).toContain(frame);
  expect(html).toContain(`<h1>${heading}</h1>`);
  await submit(`${sale.url}/card`, cardForm(failedCard));
  const declined = (await open(sale.url)).html;
  expect(declined).toContain(frame);
  expect(declined.includes("The card was declined.")).toBe(tag === "en");
});
