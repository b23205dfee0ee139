import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { type OpenShop, openShop, type ShopOptions } from "@pay-index/server/shop";
import type { MemoryTx } from "../../packages/express/test/memory-express-store.ts";
import type { ShopOpener } from "../../packages/express/test/test-shop.ts";

type Opened = Awaited<ReturnType<ShopOpener>>;

/** Mounts the payments as the guide does. With `isRead`, other code of the shop reads every body before. */
export type Recipe = (
  server: OpenShop<Request>["server"],
  isRead: boolean,
) => Promise<Opened["listener"]> | Opened["listener"];

/** Opens a shop whose payments a recipe has mounted at `/pay`. */
export const openByRecipe =
  (recipe: Recipe, isRead: boolean): ShopOpener =>
  async (options) => {
    const { shop, server } = await openShop(options as unknown as ShopOptions<MemoryTx, Request>, {
      browserOf: (request) => ({ userAgent: request.headers.get("user-agent") ?? undefined }),
      staffApp: () => new URL("file:///"),
    });
    // The tests use what the payments of every framework have.
    return { pay: shop as unknown as Opened["pay"], listener: await recipe(server, isRead) };
  };

/** A server of Node for a framework that answers a `Request`. */
export function listenerOf(
  answer: (request: Request, address: string | undefined) => Response | Promise<Response>,
): Opened["listener"] {
  const listen = getRequestListener(
    (request, env) => answer(request, (env as HttpBindings).incoming.socket.remoteAddress),
    { overrideGlobalObjects: false },
  );
  return (request, response) => void listen(request, response);
}
