import { afterEach, describe, expect, test } from "vitest";
import type { ExpressOptions } from "../../express/src/index.ts";
import { openCardShop, postCard } from "../../express/test/card-shop.ts";
import type { MemoryTx } from "../../express/test/memory-express-store.ts";
import { closeShops, type TestRequest, TestShop } from "../../express/test/test-shop.ts";
import type { PageView } from "../src/index.ts";

afterEach(closeShops);

type PageOptions = NonNullable<ExpressOptions<MemoryTx>["pages"]>;

async function started(pages: PageOptions = { outcome: "ours" }) {
  const shop = await TestShop.open({ options: { pages } });
  const { attemptId } = await shop.start();
  const page = (query = "", sent: TestRequest = {}) => shop.send(shop.pathOf("wait") + query, sent);
  const status = async () => JSON.parse((await shop.send(shop.pathOf("status"))).body);
  return { shop, attemptId, page, status };
}

const operator = { id: "user_1", name: "Grace" };
const busy = () => {
  throw new Error("the shop is busy");
};
const noStock = () => ({ refused: { code: "no_stock", message: "Sold out." } });

test.each<[page: string, state: string, text: string, reported?: object, onPaid?: TestShop["onPaid"]]>([
  ["placed", "paid", "your order is placed", {}],
  ["placing", "paid", "Your order is being placed", {}, busy],
  ["held", "paid", "staff are working on your order", {}, noStock],
  ["failed", "failed", "The payment did not go through", { returncode: "2" }],
  ["review", "review", "Your payment is being checked", { true_amount: "1.00" }],
  ["closed", "closed", "This payment was closed"],
])("the outcome %s is on our own page, or on the shop's (B-18, B-20)", async (...row) => {
  const [kind, state, text, reported, onPaid] = row;
  const url = ["failed", "closed"].includes(kind) ? "/retry/order-1" : `/orders/order-1?state=${state}`;
  for (const outcome of ["shop", "ours"] as const) {
    const { shop, attemptId, page, status } = await started({ outcome });
    shop.onPaid = onPaid ?? shop.onPaid;
    if (reported) await shop.notify({ ...reported });
    else await shop.pay.resolveReviewItem({ attemptId, action: "dismiss", operator, note: "asked" });
    const isOurs = outcome === "ours";
    expect(await status()).toEqual({ state, url, ...(isOurs ? { page: kind } : {}) });
    for (const query of ["", "?hint=fail", "?state=failed&next=https://evil.example"]) {
      const { headers, body } = await page(query);
      expect([headers.location, headers["cache-control"]]).toEqual([isOurs ? undefined : url, "no-store"]);
      if (!isOurs) continue;
      expect(body).toContain(text);
      expect(body).toContain(`href="${url}"`);
      expect(body.includes("did not go through")).toBe(kind === "failed");
      expect(body).not.toMatch(/Sold out|evil/);
    }
  }
});

describe("the outcome on our own pages", () => {
  test("of an order that was being placed is displayed when it is placed, and a late success replaces a failure (B-25)", async () => {
    const { shop, page } = await started();
    await shop.notify({ returncode: "2" });
    const { onPaid } = shop;
    shop.onPaid = busy;
    await shop.notify();
    expect((await page()).body).toContain("Your order is being placed");
    const [jobId = ""] = shop.events.flatMap((event) =>
      event.event === "job-postponed" ? [event.jobId] : [],
    );
    shop.onPaid = onPaid;
    await shop.pay.retryReviewItem(jobId, { operator });
    expect((await page()).body).toContain("your order is placed");
  });

  test.each([
    [0, "your order is placed"],
    [2, "The payment did not go through"],
  ])("is also the page after a card whose charge returns %i at once", async (status, says) => {
    const shop = await openCardShop({ options: { pages: { outcome: "ours" } } });
    shop.gateway.answer = async (_, response) => {
      if (status === 0) await shop.notify();
      response.end(JSON.stringify({ status, msg: "" }));
    };
    const { headers } = await postCard(shop);
    expect(headers.location).toContain("/pay/wait/");
    expect((await shop.send(headers.location ?? "")).body).toContain(says);
  });
});

describe("the language", () => {
  test.each([
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans", "ltr"],
    ["de-DE,ar;q=0.5,en;q=0.4", "ar", "rtl"],
    ["EN-gb, ar;q=0.9", "en", "ltr"],
    ["fr, *;q=0.9, ar;q=0.8", "en", "ltr"],
    ["fr, *;q=0.5, en;q=0", "zh-Hans", "ltr"],
    ["zh-CN, zh;q=0, ar;q=0.1", "ar", "rtl"],
    ["de, en;q=0", "en", "ltr"],
    ['"><script>, ;;;,', "en", "ltr"],
    ["", "en", "ltr"],
    // A header of 15 kB would keep the server busy for longer than it takes to send.
    [`${"xx,".repeat(19)}zh`, "zh-Hans", "ltr"],
    [`${"xx,".repeat(20)}zh`, "en", "ltr"],
  ])("for a browser that asks for %j is %s", async (header, tag, direction) => {
    const { page } = await started();
    const { body } = await page("", { headers: { "accept-language": header } });
    expect(body).toContain(`<html lang="${tag}" dir="${direction}">`);
  });

  test("is the one of the option, also while the store is unavailable", async () => {
    const { shop, page } = await started({ language: "ar" });
    const headers = { "accept-language": "zh" };
    expect((await page("", { headers })).body).toContain('lang="ar" dir="rtl"');
    shop.store.down = true;
    expect((await page("", { headers })).body).toContain('lang="ar" dir="rtl"');
  });

  test("of a card payment problem is the buyer's language, on the page and for a script", async () => {
    const shop = await openCardShop();
    const send = (accept: string) =>
      shop.send("/pay/card/default/order-1", { headers: { accept, "accept-language": "ar" }, body: "a=b" });
    const page = await send("text/html");
    expect([page.status, page.headers["cache-control"]]).toEqual([403, "no-store"]);
    expect(page.body).toContain('<html lang="ar" dir="rtl">');
    const { code, message } = JSON.parse((await send("application/json")).body);
    expect([code, page.body.includes(message)]).toEqual(["foreign", true]);
  });
});

test("a shop without e-mails mentions none", async () => {
  const { page } = await started({ email: false });
  const { body } = await page("?asked=12");
  expect(body).toContain("Your order shows the result as soon as the shop knows it.");
  expect(body).not.toContain("e-mail");
});

describe("the option render", () => {
  test("replaces one page and gets its content, and the other pages stay standard", async () => {
    const seen: PageView[] = [];
    const { shop, page } = await started({
      outcome: "ours",
      render(view) {
        seen.push(view);
        const html = `<!doctype html><h1>Mine</h1>${view.links[0]?.href}`;
        return view.kind === "placed" ? { html, csp: "default-src 'self'" } : undefined;
      },
    });
    expect((await page()).body).toContain("Confirming your payment");
    await shop.notify();
    const mine = await page();
    expect(mine.body).toBe("<!doctype html><h1>Mine</h1>/orders/order-1?state=paid");
    expect(mine.headers).toMatchObject({
      "content-security-policy": "default-src 'self'",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-type": "text/html; charset=utf-8",
    });
    expect(seen.map(({ kind }) => kind)).toEqual(["confirming", "placed"]);
    expect(JSON.stringify(seen)).not.toMatch(/19\.99|Ada|Lovelace/);
  });

  test("can return a string, which gets the same content security policy as the standard pages", async () => {
    const { page } = await started({ render: ({ live, head }) => `<!doctype html>${head}${live}` });
    const { body, headers } = await page("?asked=1");
    expect(body).toMatch(/^<!doctype html><noscript>.*<div role="status"/s);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*script-src 'sha256-/);
  });

  const throws = () => {
    throw new Error("the template is broken\nat line 3");
  };

  test.each<[string, () => unknown]>([
    ["throws", throws],
    ["gives a number", () => 7],
    ["is asynchronous, and rejects", () => Promise.reject(new Error("the template is away"))],
    ["gives nothing of use", () => ({})],
    ["brings a policy that is no header", () => ({ html: "<p>", csp: "default-src 'self'\r\nx-evil: 1" })],
    ["brings no policy", () => ({ html: "<p>", csp: "" })],
  ])("that %s displays the standard page, and the shop gets an event", async (_, render) => {
    const { shop, page } = await started({
      outcome: "ours",
      render: render as PageOptions["render"] & object,
    });
    await shop.notify();
    const { status, body } = await page();
    expect([status, body.includes("your order is placed")]).toEqual([200, true]);
    const told = shop.events.filter(({ event }) => event === "page-render-failed");
    expect(told).toEqual([{ event: "page-render-failed", page: "placed", error: expect.anything() }]);
    expect(JSON.stringify(told)).not.toContain("line 3");
  });
});
