import { Hono } from "hono";
import type { GatewayCore } from "../gateway-core.ts";
import { operationNames } from "../operation-names.ts";
import type { App } from "../server/app.ts";
import { addShopRoute } from "../shop-route.ts";
import { operationPathsAndFields } from "./operation.ts";
import { refuseCall, replyToCall } from "./operation-endpoint.ts";
import { createRejectionReply } from "./operation-replies.ts";

/** Creates the routes of the operations, below `/pay/trade` (OPS-PATH). */
export function createOperationRoutes(core: GatewayCore): App {
  const app: App = new Hono();
  for (const operation of operationNames) {
    const { path: usual, lenientPath } = operationPathsAndFields[operation];
    for (const path of lenientPath === undefined ? [usual] : [usual, lenientPath])
      addShopRoute(app, core, {
        ...{ path: `/${path}`, maxBytes: 64 * 1024, what: "call", rule: "OPS-PATH" },
        refusal: createRejectionReply,
        postOnly: "operations are called by POST (OPS-PATH)",
        refuse: (posted, problem) => refuseCall({ operation, path, ...posted }, problem, core),
        reply: (posted) => replyToCall({ operation, path, ...posted }, core),
      });
  }
  app.all("/*", (c) => c.json(createRejectionReply("there is no such operation (OPS-PATH)"), 404));
  return app;
}
