// The sandbox of sandbox-throughput.mjs, in a process of its own: says what its heap is when it is asked.
import { createSandbox } from "@pay-index/sandbox";
import { collectGarbage } from "./measure-heap.mjs";

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
