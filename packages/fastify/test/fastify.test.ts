import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { frameworkSuite } from "../../express/test/framework.suite.ts";
import { TestShop } from "../../express/test/test-shop.ts";
import { openOnFastify } from "./open-on-fastify.ts";

frameworkSuite({
  open: openOnFastify(),
  openBehindReader: openOnFastify((app) =>
    app.addHook("preParsing", async (_request, _reply, payload) => {
      await text(payload);
    }),
  ),
});

test("a reply that cannot be written ends the connection, and the log has the reason", async () => {
  const log = vi.fn();
  const release = openOnFastify((app) =>
    app.addHook("onRequest", async (request, reply) => {
      request.log.error = log;
      reply.raw.writeHead = () => {
        throw new Error("no reply");
      };
    }),
  );
  const shop = await TestShop.open({ release });
  onTestFinished(() => shop.close());
  await shop.start();
  await expect(shop.notify()).rejects.toThrow("socket hang up");
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ message: "no reply" }),
    "pay-index could not reply",
  );
});
