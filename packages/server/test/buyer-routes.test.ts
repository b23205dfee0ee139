import type { Express } from "express";
import { afterEach, describe, expect, test } from "vitest";
import { closeShops, hostedSaleInput, TestShop } from "../../express/test/test-shop.ts";

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
] as const)("the return, on Express %i behind the parsers: %s (B-41)", (release, parser) => {
  test("is accepted by GET and by POST, without a cookie, and changes no state (B-42, RET-HINT)", async () => {
    const { shop, attemptId, waitUrl } = await started({ release, parser });
    const succeeded = { paymentStatus: "succeeded", orderID: attemptId };
    const fail = { paymentStatus: "fail", orderID: attemptId };
    const path = shop.returnPath;
    const before = await shop.pay.status({ reference: "order-1" });

    for (const answer of [
      await shop.send(`${path}?${new URLSearchParams(succeeded)}`),
      await shop.send(path, { body: succeeded }),
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
    expect(shop.calls).toBe(0);
  });

  test("in another charset is accepted as well", async () => {
    const { shop, waitUrl } = await started({ release, parser });
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=gbk" };
    const answer = await shop.send(shop.returnPath, { headers, body: "paymentStatus=succeeded" });
    expect([answer.status, answer.headers.location]).toEqual([303, waitUrl]);
  });
});

test("a return with a wrong token is refused", async () => {
  const { shop } = await started();
  const wrong = shop.returnPath.replace(/.{26}$/, "0123456789ABCDEFGHJKMNPQRS");
  for (const path of [wrong, shop.notifyPath.replace("/notify/", "/return/"), `${shop.mount}/return/1/2`]) {
    const answer = await shop.send(path);
    expect([answer.status, answer.body]).toEqual([404, "unknown"]);
  }
  expect((await shop.send(shop.returnPath, { method: "PUT" })).body).toBe("method");
});

describe("the waiting page", () => {
  test("works without scripts, and contains no amount, buyer data, failure or token (B-08)", async () => {
    const { shop } = await started();
    const page = await shop.send(shop.pathOf("wait"));
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(page.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; /,
    );
    expect(page.body).toContain('<html lang="en" dir="ltr">');
    expect(page.body).not.toContain("http-equiv");
    const wanted = await shop.send(`${shop.pathOf("wait")}?asked=1`);
    expect(wanted.body).toContain(
      '<noscript><meta http-equiv="refresh" content="5;url=?asked=2"></noscript>',
    );
    expect(page.body).toContain('role="status"');
    expect(page.body).toContain('href="/orders/order-1?state=pending"');
    for (const secret of [
      "19.99",
      "Ada",
      "Lovelace",
      "ada@",
      "fail",
      "problem",
      shop.returnPath.slice(-26),
    ]) {
      expect(page.body).not.toContain(secret);
    }
    expect(page.headers["set-cookie"]).toBeUndefined();
  });

  test("with a reported problem says that a problem was reported, never that the payment failed (B-08, B-42)", async () => {
    const { shop } = await started();
    const page = await shop.send(`${shop.pathOf("wait")}?hint=fail`);
    expect(page.status).toBe(200);
    expect(page.body).toContain("reported a problem");
    expect(page.body).toContain("waiting for confirmation");
    expect(page.body).toContain("/orders/order-1");
    expect(page.body.toLowerCase()).not.toContain("fail");
  });

  test("redirects to the retry page after a failure (B-18), and to the order page without one", async () => {
    const { shop } = await started();
    await shop.notify({ returncode: "2" });
    expect((await shop.send(shop.pathOf("wait"))).headers.location).toBe("/retry/order-1");
    const { attemptId } = await shop.start();
    await shop.pay.resolveReviewItem({
      attemptId,
      action: "dismiss",
      operator: { id: "user_1", name: "Grace" },
      note: "asked",
    });
    expect((await shop.send(shop.pathOf("wait"))).headers.location).toBe("/retry/order-1");

    const plain = await started({ options: { retryPage: undefined } });
    await plain.shop.notify({ returncode: "2" });
    expect((await plain.shop.send(plain.shop.pathOf("wait"))).headers.location).toBe(
      "/orders/order-1?state=failed",
    );
  });

  test("redirects to the order page for a payment under review", async () => {
    const { shop } = await started();
    await shop.notify({ true_amount: "1.00" });
    expect((await shop.send(shop.pathOf("wait"))).headers.location).toBe("/orders/order-1?state=review");
  });

  test("escapes the shop's address", async () => {
    const shop = await TestShop.open({
      options: { orderPage: ({ reference }) => `/orders?id=${reference}"'><script>alert(1)</script>&x` },
    });
    await shop.start(hostedSaleInput("a&b"));
    const { body } = await shop.send(shop.pathOf("wait"));
    expect(body).not.toContain("<script>alert");
    expect(body).toContain("a&amp;b%22");
  });

  test.each([4, 5] as const)(
    "stays a waiting page while the store is unavailable, on Express %i (B-39)",
    async (release) => {
      const { shop } = await started({ release });
      shop.store.down = true;
      for (const word of ["wait", "return"]) {
        const page = await shop.send(shop.pathOf(word));
        expect(page.status).toBe(503);
        expect(page.headers["cache-control"]).toBe("no-store");
        expect(page.body).toContain("Your payment cannot be displayed right now");
        expect(page.body).not.toContain(shop.returnPath.slice(-26));
      }
      const status = await shop.send(shop.pathOf("status"));
      expect([status.status, status.body]).toEqual([503, "later"]);
    },
  );

  test("emits ten failure events a minute on each route while the store is unavailable", async () => {
    const { shop } = await started();
    shop.store.down = true;
    const made = { wait: 30, status: 30 };
    for (const [word, times] of Object.entries(made))
      for (let time = 0; time < times; time++)
        await shop.send(shop.pathOf(word).replace(/.{26}$/, "A".repeat(26)));
    const failed = shop.events.filter(({ event }) => event === "request-failed");
    expect(failed).toHaveLength(20);
  });

  test("continues to count reloads while the store is unavailable, then stops them", async () => {
    const { shop } = await started();
    shop.store.down = true;
    for (const word of ["wait", "return"]) {
      const at = async (query: string) => (await shop.send(shop.pathOf(word) + query)).body;
      expect(await at("?asked=3&hint=fail")).toContain('content="5;url=?asked=4&amp;hint=problem"');
      expect(await at("?asked=12")).toContain('content="30;url=?asked=13"');
      expect(await at("?asked=72")).not.toContain("http-equiv");
      expect(await at("?asked=1e9")).not.toContain("http-equiv");
    }
  });

  test.each([4, 5] as const)(
    "stays a waiting page if a middleware of the shop fails, on Express %i (B-39)",
    async (release) => {
      const trouble = Object.assign(new Error("the session store is down"), { status: 403 });
      let broken = false;
      const { shop } = await started({
        release,
        before: (app: Express) => app.use((_request, _response, next) => next(broken ? trouble : undefined)),
      });
      const sent = { wait: {}, return: { body: { paymentStatus: "succeeded" } } };
      broken = true;
      for (const [word, form] of Object.entries(sent)) {
        const page = await shop.send(shop.pathOf(word), { ...form, headers: { "accept-language": "zh" } });
        expect([page.status, page.headers["cache-control"]]).toEqual([500, "no-store"]);
        expect(page.body).toContain('<html lang="zh-Hans" dir="ltr">');
        expect(page.body).toContain('<noscript><a href="?asked=1">');
        expect(page.body).not.toMatch(/failure|session store/);
        expect(shop.events).toContainEqual({
          event: "request-failed",
          route: word,
          error: { code: "error", message: "the session store is down" },
        });
      }
      broken = false;
      expect((await shop.send(shop.pathOf("wait"))).status).toBe(200);
    },
  );

  test("counts the reloads of a browser without scripts, and displays a long wait after a minute", async () => {
    const { shop } = await started();
    const at = async (query: string) => (await shop.send(`${shop.pathOf("wait")}${query}`)).body;
    expect(await at("?asked=11&hint=fail")).toContain('content="5;url=?asked=12&amp;hint=problem"');
    const long = await at("?asked=12");
    expect(long).toContain("Still waiting for confirmation");
    expect(long).toContain("We will e-mail you as soon as there is news.");
    expect(long).toContain('content="30;url=?asked=13"');
    expect(await at("?asked=9999")).not.toContain("http-equiv");
    for (const odd of ["?asked=-1", "?asked=1e9", "?asked[]=5", "?asked=%3Cscript%3E"])
      expect(await at(odd)).not.toContain("http-equiv");
  });

  test("redirects a second click to the payment page once the first click has it", async () => {
    const shop = await TestShop.open();
    let answer = () => {};
    shop.gateway.answer = (form, response) => {
      answer = () => response.end(`{"status":1,"url":"http://gateway.test/page/${form.get("pay_orderid")}"}`);
    };
    const first = shop.start();
    await expect.poll(() => shop.gateway.submissions.length).toBe(1);
    const { url } = await shop.start();
    const second = new URL(url).pathname;
    expect((await shop.send(second)).body).toContain("Starting your payment");
    const status = async () => JSON.parse((await shop.send(second.replace("/wait/", "/status/"))).body);
    expect(await status()).toEqual({ state: "created", page: "starting" });
    answer();
    await first;
    expect((await shop.send(second)).headers.location).toMatch(/^http:\/\/gateway\.test\/page\//);
    expect(await status()).toEqual({ state: "pending", url: expect.stringContaining("gateway.test") });
    expect(JSON.parse((await shop.send(shop.pathOf("status"))).body)).toEqual({
      state: "pending",
      page: "confirming",
    });
  });

  /** Two clicks, of which the first is at the gateway when it fails. */
  async function failedGateway(outcome: "shop" | "ours") {
    const shop = await TestShop.open({ options: { pages: { outcome } } });
    let answer = () => {};
    shop.gateway.answer = (_, response) => {
      answer = () => response.writeHead(502).end();
    };
    const first = shop.start();
    await expect.poll(() => shop.gateway.submissions.length).toBe(1);
    const second = new URL((await shop.start()).url).pathname;
    answer();
    const page = await first.then(() => shop.send(second));
    const status = JSON.parse((await shop.send(second.replace("/wait/", "/status/"))).body);
    return { first: await first, second, page, status };
  }

  test("redirects a second click to the retry page if the gateway returned no page", async () => {
    const { first, page, status } = await failedGateway("shop");
    expect(first).toMatchObject({ state: "unreachable", url: "/retry/order-1" });
    expect([page.status, page.headers.location]).toEqual([303, "/retry/order-1"]);
    expect(status).toEqual({ state: "pending", url: "/retry/order-1" });
  });

  test("displays a message and a link to try again for both clicks, with the outcome on our pages", async () => {
    const { first, second, page, status } = await failedGateway("ours");
    expect(first.state).toBe("unreachable");
    expect(new URL(first.url).pathname).toBe(second);
    expect(page.status).toBe(200);
    expect(page.body).toContain("The payment page could not be opened");
    expect(page.body).toContain("You were not charged");
    expect(page.body).toContain('href="/retry/order-1"');
    expect(status).toEqual({ state: "pending", url: "/retry/order-1", page: "unreachable" });
  });
});

test("the status needs the return token, and names the next address", async () => {
  const { shop } = await started();
  const read = async () => JSON.parse((await shop.send(shop.pathOf("status"))).body);
  expect(await read()).toEqual({ state: "pending", page: "confirming" });
  await shop.notify();
  expect(await read()).toEqual({ state: "paid", url: "/orders/order-1?state=paid" });
  expect((await shop.send(shop.pathOf("status"))).headers["cache-control"]).toBe("no-store");
  const unknown = await shop.send(shop.notifyPath.replace("/notify/", "/status/"));
  expect([unknown.status, unknown.body]).toEqual([404, "unknown"]);
});

test("HEAD is answered like GET, without a body", async () => {
  const { shop } = await started();
  const head = await shop.send(shop.pathOf("wait"), { method: "HEAD" });
  expect([head.status, head.body]).toEqual([200, ""]);
});

test.each([4, 5] as const)(
  "an orderPage function that throws removes only a link of the page, on Express %i (B-39)",
  async (release) => {
    const shop = await TestShop.open({
      release,
      options: {
        orderPage: () => {
          throw new Error("look, a broken book");
        },
      },
    });
    await shop.start();
    const page = await shop.send(shop.pathOf("wait"));
    expect(page.status).toBe(200);
    expect(page.body).toContain("Confirming your payment");
    expect(page.body).not.toMatch(/broken book|See your order/);
    expect(shop.events).toContainEqual({
      event: "page-url-failed",
      tenant: "default",
      reference: "order-1",
      error: { code: "error", message: "look, a broken book" },
    });
    await shop.notify();
    const paid = await shop.send(shop.pathOf("wait"));
    expect(paid.status).toBe(200);
    expect(paid.body).toContain("your order is placed");
  },
);

describe("the status address that start returns for the app", () => {
  test("returns only the state, to any origin, and is the same for the same attempt", async () => {
    const shop = await TestShop.open();
    const { statusUrl, attemptId } = await shop.start();
    expect(await shop.start()).toMatchObject({ reused: true, statusUrl });
    expect(statusUrl).toMatch(new RegExp(`^${shop.publicUrl}/state/${attemptId}/[0-9A-HJKMNP-TV-Z]{26}$`));
    const { pathname } = new URL(statusUrl);
    const answer = await shop.send(pathname, { headers: { origin: "https://localhost" } });
    expect([answer.status, answer.body]).toEqual([200, '{"state":"pending"}']);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(answer.headers["set-cookie"]).toBeUndefined();
    await shop.notify({ returncode: "2" });
    const next = await shop.start();
    const ask = async (address: string) => JSON.parse((await shop.send(new URL(address).pathname)).body);
    expect([await ask(statusUrl), await ask(next.statusUrl)]).toEqual([
      { state: "failed" },
      { state: "pending" },
    ]);
    await shop.notify();
    expect([await ask(statusUrl), await ask(next.statusUrl)]).toEqual([{ state: "paid" }, { state: "paid" }]);
  });

  test("refuses another token, and answers 503 while the store is unavailable", async () => {
    const shop = await TestShop.open();
    const { pathname } = new URL((await shop.start()).statusUrl);
    const wrong = pathname.replace(/.{26}$/, shop.returnPath.slice(-26));
    expect((await shop.send(wrong)).status).toBe(404);
    expect((await shop.send(pathname.replace("/state/", "/wait/"))).status).toBe(404);
    expect((await shop.send(pathname, { body: "x" })).body).toBe("method");
    shop.store.down = true;
    const away = await shop.send(pathname);
    expect([away.status, away.body, away.headers["access-control-allow-origin"]]).toEqual([
      503,
      "later",
      "*",
    ]);
    expect(shop.events).toContainEqual(expect.objectContaining({ event: "request-failed", route: "state" }));
  });
});
