import type { ServerResponse } from "node:http";
import type { TimeSource } from "../clock/time-source.ts";

/** Waits so many milliseconds, or until the client disconnects. */
export function waitWhileOpen(
  clock: TimeSource,
  milliseconds: number,
  response: ServerResponse,
): Promise<void> {
  return new Promise<void>((resolve) => {
    const cancel = clock.after(milliseconds, resolve);
    response.once("close", () => {
      cancel();
      resolve();
    });
  });
}
