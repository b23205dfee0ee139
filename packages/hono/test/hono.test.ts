import { bodyLimit } from "hono/body-limit";
import { expect, onTestFinished, test } from "vitest";
import { frameworkSuite } from "../../express/test/framework.suite.ts";
import { MemoryExpressStore } from "../../express/test/memory-express-store.ts";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { TestShop } from "../../express/test/test-shop.ts";
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
