import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { checkoutSale } from "../../express/test/framework.suite.ts";
import type { MemoryTx } from "../../express/test/memory-express-store.ts";
import type { ShopOpener } from "../../express/test/test-shop.ts";
import { createPayIndex, type HonoOptions } from "../src/index.ts";

type OpenHono = (prepare?: (app: Hono) => void) => ShopOpener;

/** Opens a shop on Hono behind a server of Node. */
export const openOnHono: OpenHono =
  (prepare = () => undefined) =>
  async (options, { mount }) => {
    const pay = await createPayIndex({
      ...(options as unknown as HonoOptions<MemoryTx>),
      connInfo: getConnInfo,
    });
    const app = new Hono();
    prepare(app);
    app.all(`${mount}/*`, pay.handler);
    if (options.staff !== undefined) app.all("/staff/*", pay.staff());
    app.post("/checkout", async (context) => {
      const { url } = await pay.start({ ...checkoutSale(), request: context });
      return context.redirect(url, 303);
    });
    const listener = getRequestListener((request, env) => app.fetch(request, env));
    // The tests use what the payments of every framework have.
    return { pay: pay as never, listener: (request, response) => void listener(request, response) };
  };
