import {
  mountOfRoute,
  openShop,
  type RequestHandlers,
  type Shop,
  type ShopOptions,
  type ShopSale,
  type ShopStaffOptions,
} from "@pay-index/server/shop";
import type {
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  RawServerBase,
  RouteGenericInterface,
} from "fastify";

/** The options of core, and those of a Fastify shop. */
export interface FastifyOptions<Tx> extends ShopOptions<Tx, FastifyRequest> {}

/** The staff pages of a Fastify shop. */
export type StaffOptions = ShopStaffOptions<FastifyRequest>;

/** Fastify's request, also on a server of HTTP/2. */
export type BuyerRequest = FastifyRequest<RouteGenericInterface, RawServerBase>;

/** The input of `pay.start`. `request` is Fastify's request: behind a proxy, set `trustProxy`. */
export type FastifySale = ShopSale<BuyerRequest>;

/** The payments of a Fastify shop. */
export interface PayIndex extends Shop<BuyerRequest> {
  /** The plugin with all payment routes: `app.register(pay.routes, { prefix: "/pay" })`. The prefix is the path of `publicUrl`. */
  readonly routes: FastifyPluginCallback;
  /**
   * Returns the plugin with the staff pages and their API: `app.register(pay.staff(), { prefix: "/staff" })`.
   *
   * @throws PayIndexError `options_invalid` without the option `staff`, which says who is signed in
   */
  staff(): FastifyPluginCallback;
}

/**
 * Creates the payments of a Fastify shop: checks the options, opens the store, starts the timer. Also throws the errors of the store.
 *
 * @throws PayIndexError `options_invalid`, with the path of each mistake
 * @example
 * ```ts
 * const pay = await createPayIndex(options);
 * app.register(pay.routes, { prefix: "/pay" });
 * ```
 */
export async function createPayIndex<Tx>(options: FastifyOptions<Tx>): Promise<PayIndex> {
  const { shop, server, staffPages } = await openShop(options, {
    browserOf: ({ ip, headers }) => ({ ip, userAgent: headers["user-agent"] }),
    staffApp: () => new URL(import.meta.resolve("@pay-index/staff/app/index.html")),
  });
  return { ...shop, routes: toPlugin(server), staff: () => toPlugin(staffPages()) };
}

/** Fastify refuses some spellings of a content type. The signature decides, not the spelling. */
function isAboutContentType(error: unknown): boolean {
  return String((Object(error) as { readonly code?: unknown }).code).startsWith("FST_ERR_CTP_");
}

function toPlugin({ listener }: RequestHandlers): FastifyPluginCallback {
  return (app, _options, done) => {
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const { url = "" } = request.routeOptions;
      const [path = ""] = request.raw.url?.split("?", 1) ?? [];
      // The routes write their own replies, because Fastify's refusals contain the path, which has a token.
      reply.hijack();
      const connection = { mount: mountOfRoute(url, path), ip: request.ip, hostRequest: request };
      listener(request.raw, reply.raw, connection).catch((error: unknown) => {
        request.log.error(error, "pay-index could not reply");
        reply.raw.destroy();
      });
    };
    // The routes read the bytes that the gateway signed, so nothing else may read them.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _body, parsed) => parsed(null));
    app.setErrorHandler((error, request, reply) => {
      if (!isAboutContentType(error)) throw error;
      answer(request, reply);
    });
    app.all("/", answer);
    app.all("/*", answer);
    done();
  };
}
