import Fastify, { type FastifyInstance, type RawServerBase } from "fastify";
import { checkoutSale } from "../../express/test/framework.suite.ts";
import type { MemoryTx } from "../../express/test/memory-express-store.ts";
import type { ShopOpener } from "../../express/test/test-shop.ts";
import { createPayIndex, type FastifyOptions } from "../src/index.ts";

type OpenFastify = (prepare?: (app: FastifyInstance) => void) => ShopOpener;

/** Opens a shop on Fastify. */
export const openOnFastify: OpenFastify = (prepare = () => undefined) =>
  openOn(() => {
    const app = Fastify();
    prepare(app);
    return app;
  });

/** The same on HTTP/2. */
export const openOnFastifyOfHttp2 = openOn(() => Fastify({ http2: true }));

function openOn<Server extends RawServerBase>(createApp: () => FastifyInstance<Server>): ShopOpener {
  return async (options, { mount }) => {
    const pay = await createPayIndex(options as unknown as FastifyOptions<MemoryTx>);
    const app = createApp();
    app.register(pay.routes, { prefix: mount });
    if (options.staff !== undefined) app.register(pay.staff(), { prefix: "/staff" });
    app.post("/checkout", async (request, reply) => {
      const { url } = await pay.start({ ...checkoutSale(), request });
      return reply.redirect(url, 303);
    });
    await app.ready();
    // The tests use what the payments of every framework have.
    return {
      pay: pay as never,
      listener: (request, response) => app.routing(request as never, response as never),
    };
  };
}
