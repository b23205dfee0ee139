import type { RequestListener } from "node:http";
import { bodyLimit } from "hono/body-limit";
import { expect, onTestFinished, test } from "vitest";
import { frameworkSuite } from "../../express/test/framework.suite.ts";
import { MemoryExpressStore } from "../../express/test/memory-express-store.ts";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { type ShopOpener, TestShop } from "../../express/test/test-shop.ts";
import { createPayIndex, type HonoOptions, money } from "../src/index.ts";
import { openOnHono } from "./open-on-hono.ts";

frameworkSuite({
  open: openOnHono(),
  openBehindReader: openOnHono((app) =>
    app.use(async (context, next) => {
      await context.req.text();
      await next();
    }),
  ),
});

test("a middleware that counts the bytes of the body hands them over", async () => {
  const shop = await TestShop.open({
    release: openOnHono((app) => app.use(bodyLimit({ maxSize: 100_000 }))),
  });
  onTestFinished(() => shop.close());
  await shop.start();
  const body = signFields(notificationFields(shop.gateway.lastForm));
  const headers = { "transfer-encoding": "chunked" };
  expect((await shop.send(shop.notifyPath, { body, headers })).body).toBe("OK");
});

test("at the root of the site, the shop's other pages follow", async () => {
  const shop = await TestShop.open({ release: openOnHono(), mount: "" });
  onTestFinished(() => shop.close());
  await shop.start();
  expect((await shop.notify()).body).toBe("OK");
  const checkout = { method: "POST", headers: { "user-agent": "Browser/1" } };
  expect((await shop.send("/checkout", checkout)).status).toBe(303);
  expect((await shop.send("/elsewhere")).body).toBe("404 Not Found");
  expect((await shop.send("/notify/elsewhere")).body).toBe("unknown");
});

test.each(["none", "extended"] as const)(
  "inside an Express shop with the parser %s, each shop answers for its own addresses",
  async (parser) => {
    let listener: RequestListener = () => undefined;
    const release: ShopOpener = async (options, setup) => {
      const opened = await openOnHono()(options, setup);
      listener = opened.listener;
      return opened;
    };
    const inner = await TestShop.open({ release, mount: "/hono/pay" });
    const outer = await TestShop.open({
      parser,
      after: (app) => app.use((request, response) => listener(request, response)),
    });
    onTestFinished(() => Promise.all([inner.close(), outer.close()]).then(() => undefined));
    await Promise.all([inner.start(), outer.start()]);
    const body = signFields(notificationFields(inner.gateway.lastForm));
    const elsewhere = await outer.send(inner.notifyPath.replace("/hono/pay", "/pay"), { body });
    expect(elsewhere.body).toBe("unknown");
    // A parser of the outer shop takes the bytes that the inner one needs.
    const reply = await outer.send(inner.notifyPath, { body });
    expect(reply.body).toBe(parser === "none" ? "OK" : "malformed");
    expect((await outer.notify()).body).toBe("OK");
  },
);

test("the option connInfo is required, because Hono does not know the connection", async () => {
  const options: Omit<HonoOptions<unknown>, "connInfo"> = {
    gateway: "http://localhost:4400",
    sandbox: true,
    publicUrl: "http://localhost:3000/pay",
    merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
    store: new MemoryExpressStore() as never,
    amountDue: () => money(1999, "USD"),
    onPaid: () => undefined,
    orderPage: () => "/",
  };
  for (const given of [options, undefined])
    await expect(createPayIndex(given as never)).rejects.toMatchObject({
      code: "options_invalid",
      problems: [{ path: "connInfo" }],
    });
});
