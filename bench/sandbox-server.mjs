// The sandbox of sandbox-throughput.mjs, in a process of its own: says what its heap is when it is asked.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSandbox } from "@pay-index/sandbox";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

const sandbox = await createSandbox({
  port: 0,
  jitter: { min: 0, max: 0 },
  ...(process.argv[2] ? { data: process.argv[2] } : {}),
});
process.on("message", async () => {
  // what finalizers free is gone after the next turn
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ heap: (heapUsed + external) / 1_000_000, rss: rss / 1_000_000 });
});
process.send({ url: sandbox.url });
