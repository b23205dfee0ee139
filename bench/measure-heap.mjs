import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
export const collectGarbage = runInNewContext("gc");

/** Returns the megabytes that stay in this process's heap. */
export function measureHeap() {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_000_000;
}
