import type { ServerResponse } from "node:http";
import type { Clock } from "../clock/clock.ts";

/** Waits so many milliseconds, or until the client disconnects. */
export function waitWhileOpen(clock: Clock, milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, resolve);
    response.once("close", () => {
      cancel();
      resolve();
    });
  });
}
