import { bodyLimit, type NotificationBody } from "@pay-index/core";
import type { HttpRequest } from "./http.ts";
import { readLeftBody } from "./request-body.ts";

/** The body of a notification in core's words. Undefined: the sender went away and hears nothing. */
export async function readNotificationBody(request: HttpRequest): Promise<NotificationBody | undefined> {
  const contentType = request.headers["content-type"];
  const left = await readLeftBody(request, bodyLimit);
  switch (left.kind) {
    case "raw":
    case "parsed":
      return { ...left, contentType };
    case "large":
    case "consumed":
      return left;
    case "aborted":
      return undefined;
  }
}
