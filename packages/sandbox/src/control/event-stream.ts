import { streamSSE } from "hono/streaming";
import type { AppContext } from "../server/app.ts";
import type { EventBroadcaster } from "./event-broadcaster.ts";

/** Milliseconds between two heartbeats. */
const heartbeatMilliseconds = 15_000;

/**
 * Sends server-sent events. Reading stops when the client disconnects. A client that is too slow loses its connection immediately: it does
 * not read, so it would never see an end behind the unread events.
 */
export function createEventStream(c: AppContext, hub: EventBroadcaster): Response {
  c.header("X-Accel-Buffering", "no");
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const events = hub.stream({ signal: gone.signal, tooSlow: () => c.env.outgoing.destroy() });
    const beating = setInterval(() => void stream.write(":\n\n"), heartbeatMilliseconds);
    try {
      await stream.write(": the sandbox listens to itself\n\n");
      for await (const event of events) {
        await stream.writeSSE({ id: String(event.number), data: JSON.stringify(event) });
      }
    } finally {
      clearInterval(beating);
    }
  });
}
