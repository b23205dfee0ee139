import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Platform } from "@pay-index/core";

/** Clock, chance and network as Node has them. */
export const nodePlatform: Platform = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    try {
      await setTimeout(milliseconds, undefined, { signal });
    } catch {
      // Aborted: the wait is over.
    }
  },
  randomBytes: (size) => randomBytes(size),
  fetch: (input, init) => fetch(input, init),
};
