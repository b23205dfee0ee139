import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { readBody } from "../server/read-body.ts";
import { type AllowedHosts, findSenderProblem } from "../server/request-guards.ts";
import type { SaleEndpoint } from "./sale-endpoint.ts";
import { sendResponse } from "./send-response.ts";

const maxSaleBytes = 256 * 1024;

export interface SaleRouteDependencies {
  readonly saleEndpoint: SaleEndpoint;
  readonly ownHosts: AllowedHosts;
  readonly url: () => string;
}

/** Creates the route `POST /pay_index`. */
export function createSaleRoute({
  saleEndpoint,
  ownHosts,
  url,
}: SaleRouteDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const refuse = (msg: string) => ({ status: "error", msg });
  app.post("/", async (c) => {
    const body = await readBody(c.env.incoming, maxSaleBytes);
    if (!body) {
      c.header("Connection", "close");
      return c.json(refuse("the request is too large (REQ-ENCODING)"));
    }
    const contentType = c.req.header("content-type");
    const problem = findSenderProblem(c, ownHosts, { what: "sale", rule: "REQ-URL", url: url() });
    const response = c.env.outgoing;
    const answer = problem
      ? saleEndpoint.refuseSender({ contentType, body }, problem)
      : await saleEndpoint.submit({ contentType, body, response });
    return sendResponse(c, answer);
  });
  app.all("/", (c) => c.json(refuse("sales are sent by POST (REQ-URL)"), 405, { Allow: "POST" }));
  return app;
}
