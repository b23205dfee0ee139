import { bodyLimit, type NotificationBody } from "@pay-index/core";
import type { Request } from "express";
import { readLeftBody } from "./request-body.ts";

/** The body of a notification in core's words. Undefined: the sender went away and hears nothing. */
export async function readNotificationBody(request: Request): Promise<NotificationBody | undefined> {
  const contentType = request.headers["content-type"];
  const left = await readLeftBody(request, bodyLimit);
  switch (left.kind) {
    case "raw":
    case "parsed":
      return { ...left, contentType };
    case "large":
      // One byte more than core takes stands for all that was not read: it refuses in its own order and tells the observer.
      return { kind: "raw", bytes: new Uint8Array(bodyLimit + 1), contentType };
    case "consumed":
      return { kind: "consumed" };
    case "aborted":
      return undefined;
  }
}
