import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { AppContext } from "../server/app.ts";
import type { WireResponse } from "./sale-response.ts";

/** Sends a response to a shop's server, also one that is broken on purpose. */
export function sendResponse(c: AppContext, answer: WireResponse): Response {
  if (answer.kind === "whole") return c.body(answer.body, answer.httpStatus, answer.headers);
  sendBrokenResponse(answer, c.env.outgoing);
  return RESPONSE_ALREADY_SENT;
}

/** Sends responses that no server sends intentionally. */
function sendBrokenResponse(answer: Exclude<WireResponse, { kind: "whole" }>, response: ServerResponse) {
  switch (answer.kind) {
    case "cut":
      return void response.destroy();
    case "truncated":
      response.writeHead(200, { "content-type": "application/json", "content-length": answer.promised });
      return void response.write(answer.body, () => response.destroy());
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
