import { randomBytes } from "node:crypto";
import type { Platform } from "@pay-index/core";

/** Clock, chance and network as Node has them. */
export const nodePlatform: Platform = {
  now: () => new Date(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(end, signal.aborted ? 0 : milliseconds);
      signal.addEventListener("abort", end, { once: true });
      function end() {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      }
    }),
  randomBytes: (size) => randomBytes(size),
  fetch: (input, init) => fetch(input, init),
};
