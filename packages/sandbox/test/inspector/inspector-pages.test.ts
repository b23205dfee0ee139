import { beforeAll, expect, it } from "vitest";
import { open } from "../fixtures/buyer.ts";
import { failedCard, sellSigned } from "../fixtures/sale.ts";
import { shareSandbox, shareShop } from "../fixtures/set-up-sandbox.ts";

const shop = await shareShop();
const sandbox = await shareSandbox({ retryGaps: [] });
beforeAll(async () => {
  for (let count = 1; count <= 26; count += 1)
    await sellSigned(sandbox.url, "hosted", { pay_orderid: `LIST-${count}` });
  const urls = { pay_notifyurl: shop.notifyUrl, pay_callbackurl: shop.callbackUrl };
  await sellSigned(sandbox.url, "card", { pay_orderid: "FAILED-1", pay_cardno: failedCard, ...urls });
  await sandbox.nextDelivery("FAILED-1");
});

it("lists the orders page by page, the latest first", async () => {
  const { html } = await open(`${sandbox.url}/`);
  expect(html).toContain(">FAILED-1<");
  expect(html.indexOf(">LIST-26<")).toBeLessThan(html.indexOf(">LIST-25<"));
  expect(html).not.toContain(">LIST-1<");
  expect(html).toContain("27 orders");
  const page = /href="(\/pay\/[^"]+)"\s+aria-label="open its page, order LIST-26"/.exec(html)?.[1] ?? "";
  expect((await open(sandbox.url + page)).html).toContain("LIST-26");
  const older = /href="(\/\?before=\d+)"/.exec(html)?.[1] ?? "";
  const second = await open(sandbox.url + older);
  expect(second.html).toContain(">LIST-1<");
  expect(second.html).not.toContain(">LIST-26<");
});

it("filters by state and variant with parameters of the address", async () => {
  const { html } = await open(`${sandbox.url}/?state=failed&variant=card`);
  expect(html).toContain(">FAILED-1<");
  expect(html).not.toContain(">LIST-");
  expect(html).toMatch(/<option value="failed" selected/);
  expect((await open(`${sandbox.url}/?state=paid`)).html).toContain("No order fits this filter");
  expect((await open(`${sandbox.url}/?state=nonsense&before=x`)).html).toContain(">LIST-26<");
});

it("marks where the sign of a spoiled notification differs, and displays if there is none", async () => {
  for (const kind of ["corrupt_sign", "unsigned"] as const) {
    await sandbox.setFaults({ of: "next" }, [{ kind }]);
    await sellSigned(sandbox.url, "card", { pay_orderid: `SPOILED-${kind}`, pay_notifyurl: shop.notifyUrl });
    await sandbox.nextDelivery(`SPOILED-${kind}`);
  }
  const spoiled = (await open(`${sandbox.url}/orders/10001/SPOILED-corrupt_sign`)).html;
  expect(spoiled).toMatch(/they differ from character \d+/);
  expect(spoiled.match(/<mark class="differs">[0-9A-F]<\/mark>/g)).toHaveLength(2);
  expect((await open(`${sandbox.url}/orders/10001/SPOILED-unsigned`)).html).toContain(
    "A fault removed the sign",
  );
});

it("escapes text from outside, also on the pages of buyers", async () => {
  const evil = '"><img src=x onerror=alert(1)>';
  const items = JSON.stringify([{ productName: evil, price: "1.00", quantity: "1" }]);
  const more = { pay_orderid: "<b>&'\"", pay_firstname: evil, pay_productname: items };
  const { url = "" } = await sellSigned(sandbox.url, "hosted", more);
  await sellSigned(sandbox.url, "hosted", { [evil]: evil, pay_lastname: evil });
  const [refusal] = await sandbox.refusals();
  const order = `/orders/10002/${encodeURIComponent(more.pay_orderid)}`;
  for (const path of ["/", order, new URL(url).pathname, "/refused", `/refused/${refusal?.number}`]) {
    const { status, html } = await open(sandbox.url + path);
    expect({ path, status, found: /<img|<b>/.exec(html)?.[0] }).toEqual({ path, status: 200 });
  }
  expect((await open(sandbox.url + order)).html).toContain("&lt;img src=x");
  expect((await open(url)).html).toContain("&lt;b&gt;");
});

it("displays neither a card nor a key, except on the start page", async () => {
  await sellSigned(sandbox.url, "card", { pay_md5sign: "0".repeat(32) });
  for (const path of ["/", "/orders/10001/FAILED-1", "/refused", "/refused/1", "/faults", "/clock"]) {
    const { html } = await open(sandbox.url + path);
    expect({ path, found: /4242424242424242|4000000000001018|sandbox-\w+-key/.exec(html)?.[0] }).toEqual({
      path,
    });
  }
});

it("runs only its own scripts, loads nothing from other sites, and is never cached", async () => {
  for (const path of ["/", "/orders/10001/FAILED-1", "/refused", "/faults", "/clock", "/start"]) {
    const { headers } = await open(sandbox.url + path);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'.*script-src 'self'.*form-action 'self'$/,
    );
    expect(headers.get("cache-control")).toBe("no-store");
  }
});
