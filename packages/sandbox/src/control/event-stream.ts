import type { AppContext } from "../server/app.ts";
import type { EventBroadcaster } from "./event-broadcaster.ts";

/** Milliseconds between two heartbeats. */
const heartbeatMilliseconds = 15_000;

/**
 * Sends server-sent events. Reading stops when the client disconnects. A client that is too slow loses its connection immediately: it does
 * not read, so it would never see an end behind the unread events.
 */
export function createEventStream(c: AppContext, hub: EventBroadcaster): Response {
  const gone = new AbortController();
  let beating: NodeJS.Timeout | undefined;
  const leave = () => {
    clearInterval(beating);
    gone.abort();
  };
  c.req.raw.signal.addEventListener("abort", leave, { once: true });
  const drop = () => {
    leave();
    c.env.outgoing.destroy();
  };
  const events = hub.stream({ signal: gone.signal, tooSlow: drop });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(": the sandbox listens to itself\n\n"));
      beating = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"));
      }, heartbeatMilliseconds);
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (!done)
        return controller.enqueue(encoder.encode(`id: ${value.number}\ndata: ${JSON.stringify(value)}\n\n`));
      clearInterval(beating);
      if (!gone.signal.aborted) controller.close();
    },
    cancel: leave,
  });
  return c.body(body, 200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
}
