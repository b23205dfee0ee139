import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { runShopProcess } from "../../../express/test/conformance/run-shop-process.ts";
import { createPayIndex } from "../../src/index.ts";

runShopProcess(async (options, pages) => {
  const pay = await createPayIndex({
    ...options,
    connInfo: getConnInfo,
    clientAddress: ({ req }) => req.header("x-forwarded-for")?.split(",", 1)[0]?.trim(),
  });
  const app = new Hono();
  app.all("/pay/*", pay.handler);
  app.get("/orders/:reference", (context) => context.text(pages.order));
  app.post("/checkout/:tenant/:reference", async (context) => {
    const { status, location, body } = await pages.checkOut(pay, {
      ...context.req.param(),
      form: (await context.req.parseBody()) as Record<string, string>,
      request: context,
    });
    return new Response(body, { status, headers: location === undefined ? {} : { location } });
  });
  const listener = getRequestListener((request, env) => app.fetch(request, env));
  return { pay, listener: (request, response) => void listener(request, response) };
});
