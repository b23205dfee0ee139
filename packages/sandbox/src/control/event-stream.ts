import type { Context } from "hono";
import type { Desk } from "./desk.ts";

/** Milliseconds between two signs of life. */
const pulse = 15_000;

/** Server-sent events. Reading stops when the client goes away; the desk drops one that is too slow. */
export function eventStream(c: Context, desk: Desk): Response {
  const gone = new AbortController();
  const leave = () => gone.abort();
  c.req.raw.signal.addEventListener("abort", leave, { once: true });
  const events = desk.events({ signal: gone.signal })[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let beating: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(": the sandbox listens to itself\n\n"));
      beating = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(":\n\n"));
      }, pulse);
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (!done)
        return controller.enqueue(encoder.encode(`id: ${value.number}\ndata: ${JSON.stringify(value)}\n\n`));
      clearInterval(beating);
      if (!gone.signal.aborted) controller.close();
    },
    cancel() {
      clearInterval(beating);
      leave();
    },
  });
  return c.body(body, 200, { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
}
