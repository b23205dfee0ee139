import type { Gateway } from "@pay-index/core";
import type { NotificationSender } from "@pay-index/core/adapter";
import type { HttpReply, NotificationBody } from "@pay-index/core/protocol";
import { methodNotAllowedReply } from "./http-replies.ts";
import { createNotificationSenderReader } from "./notification-sender.ts";
import type { NotifyFromOptions } from "./notify-from-schema.ts";
import { readNotificationBody } from "./read-notification-body.ts";
import type { Route } from "./route.ts";

export interface GatewayMessageRouteDependencies {
  readonly gateway: Gateway;
  /** The addresses that may post messages of the gateway. Undefined: all. */
  readonly notifyFrom: NotifyFromOptions | undefined;
}

/** A message of the gateway, as the HTTP server received it. */
interface GatewayMessage {
  /** The parts of the path after the route's name. */
  readonly path: readonly string[];
  readonly body: NotificationBody;
  readonly sender: NotificationSender;
}

interface GatewayMessageRoute {
  readonly parts: number;
  /** The message, for the log of the shop, when it refuses a request without a body and a query. */
  readonly noMessage: string;
  receive(message: GatewayMessage): Promise<HttpReply>;
}

/**
 * Creates a route to which the gateway posts. Failures of the host's body parsers go to core as well, which knows the address and refuses
 * in the same form.
 */
export function createGatewayMessageRoute(
  { gateway, notifyFrom }: GatewayMessageRouteDependencies,
  { parts, noMessage, receive }: GatewayMessageRoute,
): Route {
  const readSender = createNotificationSenderReader(notifyFrom);
  return {
    methods: "any",
    parts,
    ignoresTrailingSlash: true,
    async answer(visit) {
      const { request, path } = visit;
      const body = await readNotificationBody(visit);
      if (body === undefined) return undefined;
      if (request.method !== "POST" && isEmpty(body)) {
        gateway.reportRefusal({ code: "method", message: noMessage });
        return methodNotAllowedReply(["POST"]);
      }
      return receive({ path, body, sender: readSender(request) });
    },
    fail({ request, path }) {
      const message = "Another part of the shop failed on it. Mount the payment router first.";
      const body = { kind: "failed", code: "failure", message } as const;
      return receive({ path, body, sender: readSender(request) });
    },
  };
}

/** A browser or a crawler that opens the address sends no message. */
function isEmpty(body: NotificationBody): boolean {
  return body.kind === "consumed" || (body.kind === "raw" && body.bytes.byteLength === 0);
}
