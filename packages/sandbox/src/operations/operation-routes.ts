import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { type OperationName, operationNames } from "../operation-names.ts";
import { sendResponse } from "../sale-endpoint/send-response.ts";
import { readBody } from "../server/read-body.ts";
import { type AllowedHosts, findSenderProblem } from "../server/request-guards.ts";
import { operationPathsAndFields } from "./operation.ts";
import type { OperationEndpoint } from "./operation-endpoint.ts";
import { createRejectionReply } from "./operation-replies.ts";

const maxCallBytes = 64 * 1024;

export interface OperationRouteDependencies {
  readonly operations: OperationEndpoint;
  readonly ownHosts: AllowedHosts;
  readonly url: () => string;
}

/** Creates the routes of the operations, below `/pay/trade` (OPS-PATH). */
export function createOperationRoutes({
  operations: endpoint,
  ownHosts,
  url,
}: OperationRouteDependencies): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  for (const { operation, path } of operationNames.flatMap(pathsOf)) {
    app.post(`/${path}`, async (c) => {
      const body = await readBody(c.env.incoming, maxCallBytes);
      if (!body) {
        c.header("Connection", "close");
        return c.json(createRejectionReply("the request is too large (REQ-ENCODING)"));
      }
      const call = { path, contentType: c.req.header("content-type"), body };
      const problem = findSenderProblem(c, ownHosts, { what: "call", rule: "OPS-PATH", url: url() });
      return sendResponse(
        c,
        problem
          ? endpoint.refuse(operation, call, problem)
          : await endpoint.call(operation, { ...call, response: c.env.outgoing }),
      );
    });
    app.all(`/${path}`, (c) =>
      c.json(createRejectionReply("operations are called by POST (OPS-PATH)"), 405, { Allow: "POST" }),
    );
  }
  app.all("/*", (c) => c.json(createRejectionReply("there is no such operation (OPS-PATH)"), 404));
  return app;
}

function pathsOf(operation: OperationName) {
  const { path, lenientPath } = operationPathsAndFields[operation];
  return [path, ...(lenientPath === undefined ? [] : [lenientPath])].map((each) => ({
    operation,
    path: each,
  }));
}
