import type { RequestListener } from "node:http";
import { checkoutSale } from "../../express/test/framework.suite.ts";
import type { MemoryTx } from "../../express/test/memory-express-store.ts";
import type { ShopOpener } from "../../express/test/test-shop.ts";
import { createPayIndex, type NextOptions } from "../src/index.ts";
import { testShops } from "./test-shops.ts";

interface OpenOnNext {
  /** Next.js with the built app. */
  readonly app: Promise<RequestListener>;
  readonly readsBody?: boolean;
}

/** Opens a shop in the app of the tests, behind a proxy that says who is connected. */
export const openOnNext =
  ({ app, readsBody = false }: OpenOnNext): ShopOpener =>
  async (options) => {
    const payments = createPayIndex({
      ...(options as unknown as NextOptions<MemoryTx>),
      clientAddress: (headers) => headers.get("x-real-ip") ?? undefined,
    });
    const pay = await payments.open();
    const answer = await app;
    const checkOut = async ({ headers }: Request) => {
      const { url } = await pay.start({ ...checkoutSale(), request: headers });
      return new Response(null, { status: 303, headers: { location: url } });
    };
    const listener: RequestListener = (request, response) => {
      const { host = "" } = request.headers;
      testShops.set(host, { payments, readsBody, checkOut });
      request.headers["x-real-ip"] = request.socket.remoteAddress;
      answer(request, response);
    };
    // The tests use what the payments of every framework have.
    return { pay: pay as never, listener };
  };
