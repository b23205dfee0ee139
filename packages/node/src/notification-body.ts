import { bodyLimit, type NotificationBody } from "@pay-index/core";
import { readLeftBody } from "./request-body.ts";
import type { Visit } from "./route.ts";

/** The body of a notification in core's words. Undefined: the sender went away and gets no reply. */
export async function readNotificationBody(visit: Visit): Promise<NotificationBody | undefined> {
  const { request, parserError } = visit;
  if (parserError !== undefined) return { kind: "failed", ...parserError };
  const contentType = request.headers["content-type"];
  const left = await readLeftBody(request, bodyLimit);
  switch (left.kind) {
    case "raw":
    case "text":
    case "parsed":
      return { ...left, contentType };
    case "large":
    case "slow":
    case "consumed":
      return left;
    case "aborted":
      return undefined;
  }
}
