import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { readBody } from "../server/read-body.ts";
import { type AllowedHosts, findSaleSenderProblem } from "../server/request-guards.ts";
import type { SaleEndpoint } from "./sale-endpoint.ts";
import type { WireResponse } from "./sale-response.ts";

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
    const problem = findSaleSenderProblem(c, ownHosts, url());
    const response = c.env.outgoing;
    const answer = problem
      ? saleEndpoint.refuseSender({ contentType, body }, problem)
      : await saleEndpoint.submit({ contentType, body, response });
    if (answer.kind === "whole") {
      return c.body(answer.body, answer.httpStatus, answer.headers);
    }
    sendBrokenResponse(answer, c.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  app.all("/", (c) => c.json(refuse("sales are sent by POST (REQ-URL)"), 405, { Allow: "POST" }));
  return app;
}

/** Sends responses that no server sends intentionally. */
function sendBrokenResponse(
  answer: Exclude<WireResponse, { kind: "whole" }>,
  response: ServerResponse,
): void {
  switch (answer.kind) {
    case "cut":
      response.destroy();
      return;
    case "truncated":
      response.writeHead(200, { "content-type": "application/json", "content-length": answer.promised });
      response.write(answer.body, () => response.destroy());
      return;
    case "endless": {
      response.writeHead(200, { "content-type": "application/json" });
      // The client may not read, so nothing is buffered.
      const dripping = setInterval(() => {
        if (!response.writableNeedDrain) response.write(" ".repeat(64));
      }, 50);
      response.on("close", () => clearInterval(dripping));
    }
  }
}
