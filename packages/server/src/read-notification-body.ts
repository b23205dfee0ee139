import { type NotificationBody, notificationBodyLimit } from "@pay-index/core/protocol";
import { readRemainingBody } from "./request-body.ts";
import type { RouteRequest } from "./route.ts";

/**
 * Returns the body of a message for core. A message without a body is in the query of the address, as a gateway sends it by GET. Undefined
 * if the sender disconnected and gets no reply.
 */
export async function readNotificationBody(visit: RouteRequest): Promise<NotificationBody | undefined> {
  const { request, parserError } = visit;
  if (parserError !== undefined && request.isBodyTaken) return bodyOfParserError(visit, parserError);
  const contentType = request.headers["content-type"];
  const left = await readRemainingBody(request, notificationBodyLimit);
  switch (left.kind) {
    case "raw":
      return left.bytes.byteLength > 0 ? { ...left, contentType } : queryOf(request.url);
    case "text":
    case "parsed":
      return { ...left, contentType };
    case "consumed":
      return request.method === "GET" || request.method === "HEAD" ? queryOf(request.url) : left;
    case "large":
    case "slow":
      return left;
    case "aborted":
      return undefined;
  }
}

/** A body parser that expected another format has read the body. Some parsers hand it over with their error. */
function bodyOfParserError(
  { request }: RouteRequest,
  { text, ...error }: NonNullable<RouteRequest["parserError"]>,
): NotificationBody {
  const contentType = request.headers["content-type"];
  return text === undefined ? { kind: "failed", ...error } : { kind: "text", text, contentType };
}

function queryOf(url: string): NotificationBody {
  const start = url.indexOf("?");
  const bytes = Buffer.from(start < 0 ? "" : url.slice(start + 1));
  return { kind: "raw", bytes, contentType: undefined };
}
