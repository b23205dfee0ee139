import type { Gateway } from "@pay-index/core";
import { sendMethodNotAllowed, sendReply } from "./http-replies.ts";
import { createSenderReader } from "./notification-sender.ts";
import type { NotifyFrom } from "./notify-from-schema.ts";
import { readNotificationBody } from "./read-notification-body.ts";
import type { Route, RouteRequest } from "./route.ts";

export interface NotifyRouteDependencies {
  readonly gateway: Gateway;
  /** The addresses that may post notifications. Undefined: all. */
  readonly notifyFrom: NotifyFrom | undefined;
}

/**
 * Creates the route for notifications. Failures of the host's body parsers go to core as well, which knows the attempt
 * of the address.
 */
export function createNotifyRoute({ gateway, notifyFrom }: NotifyRouteDependencies): Route {
  const readSender = createSenderReader(notifyFrom);
  const keyOf = ({ path: [attemptId = "", token = ""], request }: RouteRequest) => ({
    attemptId,
    token,
    sender: readSender(request),
  });
  return {
    methods: "any",
    parts: 2,
    async answer(visit) {
      const { request, response } = visit;
      if (request.method !== "POST") {
        gateway.reportRefusal({ code: "method", message: "The notify address accepts only POST." });
        sendMethodNotAllowed(response, ["POST"]);
        return;
      }
      const body = await readNotificationBody(visit);
      if (body === undefined) return;
      sendReply(response, await gateway.receive({ ...keyOf(visit), body }));
    },
    async fail(visit) {
      const message = "Another part of the shop failed on it. Mount the payment router first.";
      const body = { kind: "failed", code: "failure", message } as const;
      sendReply(visit.response, await gateway.receive({ ...keyOf(visit), body }));
    },
  };
}
