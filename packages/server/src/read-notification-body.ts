import { type NotificationBody, notificationBodyLimit } from "@pay-index/core/protocol";
import { readRemainingBody } from "./request-body.ts";
import type { RouteRequest } from "./route.ts";

/** Returns the body of a notification for core. Undefined if the sender disconnected and gets no reply. */
export async function readNotificationBody(visit: RouteRequest): Promise<NotificationBody | undefined> {
  const { request, parserError } = visit;
  if (parserError !== undefined) return { kind: "failed", ...parserError };
  const contentType = request.headers["content-type"];
  const left = await readRemainingBody(request, notificationBodyLimit);
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
