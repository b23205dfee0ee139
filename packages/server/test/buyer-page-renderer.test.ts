import { afterEach, describe, expect, test } from "vitest";
import { type ExpressOptions, money } from "../../express/src/index.ts";
import type { MemoryTx } from "../../express/test/memory-express-store.ts";
import {
  buyer,
  closeShops,
  type TestRequest,
  type TestResponse,
  TestShop,
} from "../../express/test/test-shop.ts";
import type { PageView } from "../src/index.ts";

afterEach(closeShops);

type PageOptions = NonNullable<ExpressOptions<MemoryTx>["pages"]>;

async function started(pages: PageOptions = { outcome: "ours" }) {
  const shop = await TestShop.open({ options: { pages } });
  const { attemptId } = await shop.start();
  const wait = shop.pathOf("wait");
  return {
    shop,
    attemptId,
    page: (query = "", sent: TestRequest = {}) => shop.send(wait + query, sent),
    status: async () => JSON.parse((await shop.send(shop.pathOf("status"))).body),
  };
}

function linksOf({ body }: TestResponse): string[] {
  return [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);
}

describe("the outcome on our own pages", () => {
  test("is first that the order is being placed, then that it is placed, with a link to the order, after any reload", async () => {
    const { shop, page, status } = await started();
    shop.onPaid = () => {
      throw new Error("the shop is busy");
    };
    await shop.notify();
    expect(await status()).toEqual({ state: "paid", url: "/orders/order-1?state=paid", page: "placing" });
    const placing = await page();
    expect(placing.status).toBe(200);
    expect(placing.body).toContain("Your order is being placed");
    expect(placing.body).not.toContain("Thank you for your order");

    const [jobId = ""] = shop.events.flatMap((event) =>
      event.event === "job-postponed" ? [event.jobId] : [],
    );
    shop.onPaid = () => undefined;
    await shop.pay.retryReviewItem(jobId, { operator: { id: "user_1" } });
    for (const query of ["", "?hint=fail", "?asked=99&hint=problem"]) {
      const placed = await page(query);
      expect([placed.status, placed.headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(placed.body).toContain("your order is placed");
      expect(placed.body).not.toContain("http-equiv");
      expect(linksOf(placed)).toEqual(["/orders/order-1?state=paid"]);
    }
    expect(await status()).toMatchObject({ page: "placed" });
  });

  test("is that staff are working on the order, neither placed nor failed (B-20)", async () => {
    const { shop, page, status } = await started();
    shop.onPaid = () => ({ refused: { code: "no_stock", message: "Sold out." } });
    await shop.notify();
    expect(await status()).toMatchObject({ state: "paid", page: "held" });
    const { body } = await page();
    expect(body).toContain("staff are working on your order");
    expect(body).not.toMatch(/Sold out|did not go through|http-equiv/);
  });

  test("is a failure with a link to try again, and a late success replaces it (B-18, B-25)", async () => {
    const { shop, page, status } = await started();
    await shop.notify({ returncode: "2" });
    expect(await status()).toEqual({ state: "failed", url: "/retry/order-1", page: "failed" });
    const failed = await page();
    expect(failed.body).toContain("The payment did not go through");
    expect(linksOf(failed)).toEqual(["/retry/order-1"]);
    await shop.notify();
    expect((await page()).body).toContain("your order is placed");
  });

  test("is a payment under review, and never a failure", async () => {
    const { shop, page } = await started();
    await shop.notify({ true_amount: "1.00" });
    const { body } = await page("?hint=fail");
    expect(body).toContain("Your payment is being checked");
    expect(body).not.toMatch(/fail|did not go through|problem/);
  });

  test("is a payment that staff closed", async () => {
    const { shop, page, attemptId } = await started();
    await shop.pay.resolveReviewItem({
      attemptId,
      action: "dismiss",
      operator: { id: "user_1", name: "Grace" },
      note: "asked",
    });
    const closed = await page();
    expect(closed.body).toContain("This payment was closed");
    expect(linksOf(closed)).toEqual(["/retry/order-1"]);
  });

  test("does not follow the values that a browser brings back (RET-UNSIGNED)", async () => {
    const { shop, page, attemptId } = await started();
    for (const said of ["succeeded", "fail", "paid", "failed"]) {
      const back = await shop.send(`${shop.returnPath}?paymentStatus=${said}&orderID=${attemptId}`);
      const { body } = await shop.send(new URL(back.headers.location ?? "").href);
      expect(body).toContain("Confirming your payment");
      expect(body).not.toMatch(/did not go through|is placed|received/);
    }
    for (const query of ["?hint=failed", "?page=failed", "?state=failed&next=https://evil.example"]) {
      const { body } = await page(query);
      expect(body).not.toMatch(/did not go through|evil/);
    }
  });

  test("is also the page after a card that is charged, or declined, at once", async () => {
    for (const [answer, says] of [
      [{ status: 0, msg: "transaction success" }, "your order is placed"],
      [{ status: 2, msg: "declined" }, "The payment did not go through"],
    ] as const) {
      const options = {
        pages: { outcome: "ours" as const },
        acceptRawCards: true,
        cardSale: ({ reference }: { reference: string }) => ({
          reference,
          variant: "card" as const,
          amount: money(1999, "USD"),
          buyer,
          items: [{ name: "Tea", price: 1999, quantity: 1 }],
        }),
      };
      const shop = await TestShop.open({ options });
      shop.gateway.answer = async (_, response) => {
        if (answer.status === 0) await shop.notify();
        response.end(JSON.stringify(answer));
      };
      const card = { card_number: "4242424242424242", card_month: "12", card_year: "2099", card_cvv: "321" };
      const body = { ...card, form_token: (await shop.pay.cardForm({ reference: "order-1" })).formToken };
      const sent = await shop.send("/pay/card/default/order-1", { headers: { origin: shop.origin }, body });
      expect(sent.headers.location).toContain("/pay/wait/");
      expect((await shop.send(sent.headers.location ?? "")).body).toContain(says);
    }
  });
});

describe("the language", () => {
  test.each([
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans", "ltr"],
    ["zh-Hant-TW,zh-TW;q=0.9,en-US;q=0.8", "zh-Hans", "ltr"],
    ["ar-EG,ar;q=0.9", "ar", "rtl"],
    ["de-DE,ar;q=0.5,en;q=0.4", "ar", "rtl"],
    ["en-GB", "en", "ltr"],
    ["en-GB,ar;q=0.9,en;q=0.8", "en", "ltr"],
    ["EN-gb, ar;q=0.9", "en", "ltr"],
    ["zh-TW;q=0.9, en-US, zh;q=0.8", "en", "ltr"],
    ["fr, *;q=0.9, ar;q=0.8", "en", "ltr"],
    ["fr, *;q=0.5, en;q=0", "zh-Hans", "ltr"],
    ["zh-CN, zh;q=0, ar;q=0.1", "ar", "rtl"],
    ["de, en;q=0", "en", "ltr"],
    ["de,fr;q=0.5", "en", "ltr"],
    ["*", "en", "ltr"],
    ["en;q=0, zh", "zh-Hans", "ltr"],
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
    const shop = await TestShop.open({ options: { acceptRawCards: true, cardSale: () => undefined } });
    const send = (accept: string) =>
      shop.send("/pay/card/default/order-1", {
        headers: { accept, "accept-language": "ar" },
        body: { a: "b" },
      });
    const page = await send("text/html");
    expect([page.status, page.headers["cache-control"]]).toEqual([403, "no-store"]);
    expect(page.body).toContain('<html lang="ar" dir="rtl">');
    const { code, message } = JSON.parse((await send("application/json")).body);
    expect([code, page.body.includes(message)]).toEqual(["foreign", true]);
    expect(message).toMatch(/\p{Script=Arabic}/u);
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
        return view.kind === "placed"
          ? { html: `<!doctype html><h1>Mine</h1>${view.links[0]?.href}`, csp: "default-src 'self'" }
          : undefined;
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

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("the template is broken\nat line 3");
      },
    ],
    ["gives a number", () => 7],
    ["is asynchronous, and rejects", () => Promise.reject(new Error("the template is away"))],
    ["gives nothing of use", () => ({})],
    ["gives a promise", async () => "<!doctype html>"],
    ["brings a policy that is no header", () => ({ html: "<p>", csp: "default-src 'self'\r\nx-evil: 1" })],
    ["brings no policy", () => ({ html: "<p>", csp: "" })],
  ])("that %s displays the standard page, and the shop gets an event", async (_, render) => {
    const { shop, page } = await started({
      outcome: "ours",
      render: render as NonNullable<PageOptions["render"]>,
    });
    await shop.notify();
    const { status, body } = await page();
    expect([status, body.includes("your order is placed")]).toEqual([200, true]);
    const told = shop.events.filter(({ event }) => event === "page-render-failed");
    expect(told).toEqual([{ event: "page-render-failed", page: "placed", error: expect.anything() }]);
    expect(JSON.stringify(told)).not.toContain("line 3");
    shop.store.down = true;
    expect((await page()).body).toContain("One moment, please");
  });
});
