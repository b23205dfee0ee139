import { randomFillSync } from "node:crypto";
import type { Platform } from "@pay-index/core";

/** Clock, chance and network as Node has them. */
export const nodePlatform: Platform = {
  now: () => new Date(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  randomBytes,
  fetch: (input, init) => fetch(input, init),
};

/** Asking the system costs the same for 20 bytes as for all of these, and every notification needs some. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomBytes(size: number): Uint8Array {
  if (size > pool.length) return randomFillSync(new Uint8Array(size));
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Uint8Array.from(pool.subarray(used, used + size));
  // What was handed out is a secret of whoever got it.
  pool.fill(0, used, used + size);
  used += size;
  return bytes;
}
