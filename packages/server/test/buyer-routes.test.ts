import type { Express } from "express";
import { afterEach, describe, expect, test } from "vitest";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

async function started(setting = {}) {
  const shop = await TestShop.open(setting);
  const { attemptId } = await shop.start();
  return { shop, attemptId, waitUrl: shop.publicUrl + shop.pathOf("wait").slice(shop.mount.length) };
}

describe.each([
  [4, "none"],
  [4, "both"],
  [5, "none"],
  [5, "both"],
  [5, "raw"],
  ["fetch", "none"],
] as const)("the return, on Express or fetch: %s, behind the parsers: %s (B-41)", (release, parser) => {
  test("is accepted by GET and by POST, without a cookie, and changes no state (B-42, RET-HINT)", async () => {
    const { shop, attemptId, waitUrl } = await started({ release, parser });
    const succeeded = { paymentStatus: "succeeded", orderID: attemptId };
    const fail = { paymentStatus: "fail", orderID: attemptId };
    const gbk = { "content-type": "application/x-www-form-urlencoded; charset=gbk" };
    const path = shop.returnPath;
    const before = await shop.pay.status({ reference: "order-1" });

    for (const answer of [
      await shop.send(`${path}?${new URLSearchParams(succeeded)}`),
      await shop.send(path, { body: succeeded }),
      await shop.send(path, { headers: gbk, body: "paymentStatus=succeeded" }),
      await shop.send(path),
      await shop.send(path, { body: { paymentStatus: "fail", orderID: "0123456789ABCDEFGHJK" } }),
      await shop.send(path, { body: "%%%" }),
      await shop.send(path, { body: "x".repeat(300_000) }),
    ]) {
      expect([answer.status, answer.headers.location]).toEqual([303, waitUrl]);
      expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    }
    for (const answer of [
      await shop.send(`${path}?${new URLSearchParams(fail)}`),
      await shop.send(path, { body: fail }),
      await shop.send(`${path}?${new URLSearchParams(fail)}`, { method: "POST" }),
    ]) {
      expect([answer.status, answer.headers.location]).toEqual([303, `${waitUrl}?hint=fail`]);
    }
    const { attempts, ...after } = await shop.pay.status({ reference: "order-1" });
    const withoutHints = attempts.map(({ timeline, ...attempt }) => ({
      ...attempt,
      returnHints: [],
      timeline: timeline.filter(({ source }) => source !== "buyer"),
    }));
    expect({ ...after, attempts: withoutHints }).toEqual(before);
    expect(attempts[0]?.returnHints.map(({ result }) => result).sort()).toEqual(["fail", "succeeded"]);
  });
});

test("the notify token opens no page of the buyer", async () => {
  const { shop } = await started();
  for (const word of ["return", "wait", "status", "state"]) {
    const answer = await shop.send(shop.notifyPath.replace("notify", word));
    expect([answer.status, answer.body]).toEqual([404, "unknown"]);
  }
  expect((await shop.send(shop.returnPath, { method: "PUT" })).body).toBe("method");
});

describe("the waiting page", () => {
  test("contains no amount, buyer data, failure or token (B-08)", async () => {
    const { shop } = await started();
    const { status, headers, body } = await shop.send(shop.pathOf("wait"));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'sha256-[^']+'; /),
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(body).toContain('href="/orders/order-1?state=pending"');
    expect(body).not.toMatch(/19\.99|Ada|Lovelace|ada@|fail|problem/);
    expect(body).not.toContain(shop.returnPath.slice(-26));
    expect(await shop.send(shop.pathOf("wait"), { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  test("takes the reported problem and the count of reloads from its address (B-08, B-42)", async () => {
    const { shop } = await started();
    const at = async (query: string) => (await shop.send(shop.pathOf("wait") + query)).body;
    const reported = await at("?asked=11&hint=fail");
    expect(reported).toContain("reported a problem");
    expect(reported).toContain('content="5;url=?asked=12&amp;hint=problem"');
    expect(reported.toLowerCase()).not.toContain("fail");
    expect(await at("?asked=12")).toContain("Still waiting for confirmation");
    for (const odd of ["9999", "-1", "1e9", "%3Cscript%3E"])
      expect(await at(`?asked=${odd}`)).not.toContain("http-equiv");
  });

  test("redirects to the order page after a failure if the shop has no retry page", async () => {
    const { shop } = await started({ options: { retryPage: undefined } });
    await shop.notify({ returncode: "2" });
    expect((await shop.send(shop.pathOf("wait"))).headers.location).toBe("/orders/order-1?state=failed");
  });

  test.each([4, 5, "fetch"] as const)(
    "stays a waiting page that reloads while the store is unavailable, on Express or fetch: %s (B-39)",
    async (release) => {
      const { shop } = await started({ release });
      shop.store.down = true;
      for (const word of ["wait", "return"]) {
        const { status, headers, body } = await shop.send(`${shop.pathOf(word)}?asked=3&hint=fail`);
        expect([status, headers["cache-control"]]).toEqual([503, "no-store"]);
        expect(body).toContain("Your payment cannot be displayed right now");
        expect(body).toContain('content="5;url=?asked=4&amp;hint=problem"');
        expect(body).not.toContain(shop.returnPath.slice(-26));
      }
      for (const word of ["status", "state"]) {
        const answer = await shop.send(shop.pathOf(word));
        expect([answer.status, answer.body]).toEqual([503, "later"]);
      }
      for (let time = 0; time < 30; time++) await shop.send(shop.pathOf("wait"));
      const failed = shop.events.filter(
        (event) => event.event === "request-failed" && event.route === "wait",
      );
      expect(failed).toHaveLength(10);
    },
  );

  test.each([4, 5] as const)(
    "stays a waiting page if a middleware of the shop fails, on Express %i (B-39)",
    async (release) => {
      const message = "the session store is down";
      let broken = false;
      const { shop } = await started({
        release,
        before: (app: Express) =>
          app.use((_request, _response, next) => next(broken ? new Error(message) : undefined)),
      });
      broken = true;
      for (const [word, form] of Object.entries({
        wait: {},
        return: { body: { paymentStatus: "succeeded" } },
      })) {
        const page = await shop.send(shop.pathOf(word), { ...form, headers: { "accept-language": "zh" } });
        expect([page.status, page.headers["cache-control"]]).toEqual([500, "no-store"]);
        expect(page.body).toContain('<html lang="zh-Hans" dir="ltr">');
        expect(page.body).not.toMatch(/failure|session store/);
        const error = { code: "error", message };
        expect(shop.events).toContainEqual({ event: "request-failed", route: word, error });
      }
    },
  );

  /** Two clicks, of which the first is at the gateway until it answers. */
  async function clickTwice(outcome: "shop" | "ours", reply: (order: string) => string | undefined) {
    const shop = await TestShop.open({ options: { pages: { outcome } } });
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    shop.gateway.answer = async (form, response) => {
      await isAnswered;
      const text = reply(form.get("pay_orderid") ?? "");
      if (text === undefined) response.writeHead(502);
      response.end(text);
    };
    const first = shop.start();
    await expect.poll(() => shop.gateway.submissions.length).toBe(1);
    const second = new URL((await shop.start()).url).pathname;
    const page = () => shop.send(second);
    const status = async () => JSON.parse((await shop.send(second.replace("/wait/", "/status/"))).body);
    const finish = () => {
      answer();
      return first;
    };
    return { shop, second, page, status, finish };
  }

  test("redirects a second click to the payment page once the first click has it", async () => {
    const url = (order: string) => `http://gateway.test/page/${order}`;
    const { shop, page, status, finish } = await clickTwice(
      "shop",
      (order) => `{"status":1,"url":"${url(order)}"}`,
    );
    expect((await page()).body).toContain("Starting your payment");
    expect(await status()).toEqual({ state: "created", page: "starting" });
    const { attemptId } = await finish();
    expect((await page()).headers.location).toBe(url(attemptId));
    expect(await status()).toEqual({ state: "pending", url: url(attemptId) });
    const ofFirst = await shop.send(shop.pathOf("status"));
    expect(JSON.parse(ofFirst.body)).toEqual({ state: "pending", page: "confirming" });
    expect(ofFirst.headers["cache-control"]).toBe("no-store");
  });

  test("redirects a second click to the retry page if the gateway returned no page", async () => {
    const { page, status, finish } = await clickTwice("shop", () => undefined);
    expect(await finish()).toMatchObject({ state: "unreachable", url: "/retry/order-1" });
    const { status: code, headers } = await page();
    expect([code, headers.location]).toEqual([303, "/retry/order-1"]);
    expect(await status()).toEqual({ state: "pending", url: "/retry/order-1" });
  });

  test("displays a message and a link to try again for both clicks, with the outcome on our pages", async () => {
    const { second, page, status, finish } = await clickTwice("ours", () => undefined);
    expect(new URL((await finish()).url).pathname).toBe(second);
    const { body } = await page();
    expect(body).toContain("You were not charged");
    expect(body).toContain('href="/retry/order-1"');
    expect(await status()).toEqual({ state: "pending", url: "/retry/order-1", page: "unreachable" });
  });

  test("loses only a link if the function orderPage throws (B-39)", async () => {
    const orderPage = () => {
      throw new Error("look, a broken book");
    };
    const { shop } = await started({ options: { orderPage } });
    const { status, body } = await shop.send(shop.pathOf("wait"));
    expect(status).toBe(200);
    expect(body).toContain("Confirming your payment");
    expect(body).not.toMatch(/broken book|See your order/);
    const error = { code: "error", message: "look, a broken book" };
    const failed = { event: "page-url-failed", tenant: "default", reference: "order-1", error };
    expect(shop.events).toContainEqual(failed);
    await shop.notify();
    expect((await shop.send(shop.pathOf("wait"))).body).toContain("your order is placed");
  });
});
