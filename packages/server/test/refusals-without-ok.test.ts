import { afterEach, describe, expect, test } from "vitest";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, type TestRequest, type TestResponse, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const form = "application/x-www-form-urlencoded";
const types = [form, "application/json", "text/plain; charset=koi8-r", "multipart/form-data"];
const bodies = ["", "token=broken&look=book", "{", "x".repeat(200_000)];

/** Checks a refusal for the two letters that old senders take for success. */
function check(got: TestResponse, what: string): void {
  expect(got.status).toBeGreaterThanOrEqual(400);
  expect(got.raw.toLowerCase(), what).not.toContain("ok");
  expect(got.raw, what).not.toContain("choke");
}

/** The words are spelled so that an echo of the path would show. */
const paths = (shop: TestShop) => [
  ...["/pay", "/pay/", "/pay/choke-ok", "/pay/%ZZ/choke", "/pay//ok/choke", "/pay/constructor/ok"],
  ...["/pay/notify", "/pay/notify/OK/choke", "/pay/notify/OK/choke/ok", "/pay/notify/OK/choke?ok=choke"],
  ...["/pay/return/OK/choke", "/pay/wait/OK/choke", "/pay/status/OK/choke"],
  ...["/pay/card/default/OK-choke", "/pay/card/default/%ZZ-choke"],
  ...[shop.notifyPath, shop.returnPath.replace(/.$/, (last) => (last === "0" ? "1" : "0"))],
];

describe.each([
  [4, "none"],
  [4, "both"],
  [5, "none"],
  [5, "both"],
  [5, "raw"],
  ["fetch", "none"],
] as const)(
  "no refusal contains OK, on Express or fetch: %s, behind the parsers: %s (REP-REFUSAL)",
  (release, parser) => {
    test("on any path, by any method, with any body", async () => {
      const shop = await TestShop.open({
        release,
        parser,
        options: { acceptRawCards: true, cardSale: () => undefined },
        before: (app) => app.disable("x-powered-by"),
      });
      await shop.start();
      let refusals = 0;
      const send = async (path: string, sent: TestRequest) => {
        const got = await shop.send(path, sent);
        if (got.status < 400) return;
        check(got, `${sent.method} ${path}`);
        expect(got.status).toBeLessThan(500);
        if (path === shop.notifyPath && got.status === 405) expect(got.headers.allow).toBe("POST");
        refusals++;
      };
      for (const path of paths(shop)) {
        for (const method of methods) await send(path, { method });
        for (const type of types) {
          for (const body of bodies) {
            const headers = { "content-type": type, origin: shop.origin };
            await send(path, { method: "POST", headers, body });
          }
        }
      }
      expect(refusals).toBeGreaterThan(300);
      expect(await shop.state()).toBe("pending");
    });

    test("while the store is unavailable", async () => {
      const shop = await TestShop.open({ release, parser });
      await shop.start();
      shop.store.down = true;
      const body = signFields(notificationFields(shop.gateway.lastForm));
      for (const path of [shop.notifyPath, ...["return", "wait", "status"].map((word) => shop.pathOf(word))])
        for (const sent of [{}, { body }]) check(await shop.send(path, sent), path);
    });

    test("when a middleware of the shop throws before the router (B-38)", async () => {
      const shop = await TestShop.open({
        release,
        parser,
        before: (app) => app.use((_request, _response, next) => next(new Error("invalid token: look it up"))),
      });
      await shop.start();
      for (const path of paths(shop)) {
        for (const method of methods) check(await shop.send(path, { method }), `${method} ${path}`);
      }
      if (release === "fetch") return;
      const since = shop.events.length;
      expect(await shop.notify()).toMatchObject({ status: 500, body: "failure" });
      expect(await shop.state()).toBe("pending");
      expect(JSON.stringify(shop.events.slice(since))).not.toContain("invalid token");
    });
  },
);

test("at the root, other requests continue to the shop, and its errors too", async () => {
  const shop = await TestShop.open({
    mount: "/",
    before: (app) =>
      app.use("/goods", (_request, _response, next) =>
        next(Object.assign(new Error("gone"), { status: 410 })),
      ),
  });
  expect((await shop.send("/goods")).status).toBe(410);
  expect((await shop.send("/elsewhere")).body).toContain("Cannot GET /elsewhere");
});
