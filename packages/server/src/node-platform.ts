import { hash, randomFillSync } from "node:crypto";
import process from "node:process";
import type { Problem } from "@pay-index/core";
import type { Platform } from "@pay-index/core/adapter";

/** The clock, the random numbers and the network of Node. */
export const nodePlatform: Platform = {
  now: () => new Date(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  randomBytes,
  fetch: (input, init) => fetch(input, init),
};

/** Whether the process serves real buyers. Core does not read the environment. */
// biome-ignore lint/style/noProcessEnv: every host starts in production by this variable
export const isProduction = (): boolean => process.env.NODE_ENV === "production";

/** Refuses a runtime without MD5, where no sale could be signed and no notification verified. */
export function findRuntimeProblems(): Problem[] {
  try {
    hash("md5", "");
    return [];
  } catch {
    const message =
      "has no MD5 in node:crypto, which every signature of the protocol needs: run the shop on Node, without its FIPS mode";
    return [{ path: "runtime", message }];
  }
}

/** A call of the system costs the same for 20 bytes as for the whole pool, and every notification needs some. */
const randomPool = Buffer.alloc(4096);
let usedRandomBytes = randomPool.length;

function randomBytes(size: number): Uint8Array {
  if (size > randomPool.length) return randomFillSync(new Uint8Array(size));
  if (usedRandomBytes + size > randomPool.length) {
    randomFillSync(randomPool);
    usedRandomBytes = 0;
  }
  const bytes = Uint8Array.from(randomPool.subarray(usedRandomBytes, usedRandomBytes + size));
  // The returned bytes are a secret, so the pool must not keep them.
  randomPool.fill(0, usedRandomBytes, usedRandomBytes + size);
  usedRandomBytes += size;
  return bytes;
}
