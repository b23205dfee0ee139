import { Hono } from "hono";
import { operationNames } from "../operation-names.ts";
import type { App } from "../server/app.ts";
import type { AllowedHosts } from "../server/request-guards.ts";
import { addShopRoute } from "../shop-route.ts";
import { operationPathsAndFields } from "./operation.ts";
import type { OperationEndpoint } from "./operation-endpoint.ts";
import { createRejectionReply } from "./operation-replies.ts";

interface OperationRouteDependencies {
  readonly operations: OperationEndpoint;
  readonly ownHosts: AllowedHosts;
  readonly url: () => string;
}

/** Creates the routes of the operations, below `/pay/trade` (OPS-PATH). */
export function createOperationRoutes({ operations, ownHosts, url }: OperationRouteDependencies): App {
  const app: App = new Hono();
  for (const operation of operationNames) {
    const { path: usual, lenientPath } = operationPathsAndFields[operation];
    for (const path of lenientPath === undefined ? [usual] : [usual, lenientPath])
      addShopRoute(app, {
        ...{ path: `/${path}`, maxBytes: 64 * 1024, ownHosts, what: "call", rule: "OPS-PATH", url },
        refusal: createRejectionReply,
        postOnly: "operations are called by POST (OPS-PATH)",
        refuse: (posted, problem) => operations.refuse(operation, { path, ...posted }, problem),
        reply: (posted) => operations.call(operation, { path, ...posted }),
      });
  }
  app.all("/*", (c) => c.json(createRejectionReply("there is no such operation (OPS-PATH)"), 404));
  return app;
}
