import type { ServerResponse } from "node:http";
import type { GatewayCore } from "./gateway-core.ts";
import type { WireResponse } from "./sale-endpoint/sale-response.ts";
import { sendResponse } from "./sale-endpoint/send-response.ts";
import type { App } from "./server/app.ts";
import { readBody } from "./server/read-body.ts";
import { findSenderProblem, type ShopRequestDescription } from "./server/request-guards.ts";

/** What a shop's server has posted. */
export interface PostedBody {
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

interface ShopRoute extends ShopRequestDescription {
  readonly path: string;
  readonly maxBytes: number;
  /** Returns the body of a refusal. */
  readonly refusal: (message: string) => object;
  /** The refusal of another method than POST. */
  readonly postOnly: string;
  /** Replies to a sender who cannot be a shop's server. */
  readonly refuse: (posted: PostedBody, problem: string) => WireResponse;
  readonly reply: (posted: PostedBody & { readonly response: ServerResponse }) => Promise<WireResponse>;
}

/** Adds a route to which the servers of shops post. */
export function addShopRoute(app: App, core: GatewayCore, route: ShopRoute): void {
  const { path, maxBytes, refusal } = route;
  app.post(path, async (c) => {
    const body = await readBody(c.env.incoming, maxBytes);
    if (!body) {
      c.header("Connection", "close");
      return c.json(refusal("the request is too large (REQ-ENCODING)"));
    }
    const posted = { contentType: c.req.header("content-type"), body };
    const problem = findSenderProblem(c, core, route);
    if (problem) return sendResponse(c, route.refuse(posted, problem));
    return sendResponse(c, await route.reply({ ...posted, response: c.env.outgoing }));
  });
  app.all(path, (c) => c.json(refusal(route.postOnly), 405, { Allow: "POST" }));
}
