import type { IncomingMessage } from "node:http";
import type { BodyReadEnd, BodyReadLimit } from "./http-types.ts";

/**
 * Reads the rest of a body within a limit, and passes each chunk to `take`. A body over the limit is paused, so that
 * the sender can send no more. Never rejects.
 */
export function consumeBody(
  request: IncomingMessage,
  bound: BodyReadLimit,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<BodyReadEnd> {
  if (request.readableEnded) return Promise.resolve("complete");
  if (request.destroyed) return Promise.resolve("aborted");
  return new Promise((resolve) => {
    let received = 0;
    const timer = setTimeout(() => stop("too-slow"), bound.milliseconds);
    const onEnd = () => stop("complete");
    const onAbort = () => stop("aborted");
    function onData(chunk: Buffer): void {
      received += chunk.length;
      if (received > bound.bytes) stop("too-large");
      else take(chunk);
    }
    function stop(end: BodyReadEnd): void {
      clearTimeout(timer);
      request.off("data", onData).off("end", onEnd).off("close", onAbort).off("error", onAbort);
      if (end === "too-large" || end === "too-slow") request.pause();
      resolve(end);
    }
    // Node emits `error` before `close` when the sender disconnects in the middle of a body.
    request.on("data", onData).on("end", onEnd).on("close", onAbort).on("error", onAbort);
    // A body parser of the host can have paused the request.
    request.resume();
  });
}
