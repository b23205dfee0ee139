import "./node-globals.ts";
import { faultNames } from "../../../../../tests/simulation/faults.ts";
import { drawPlan } from "../../../../../tests/simulation/plan.ts";
import { simulate } from "../../../../../tests/simulation/simulation.ts";
import { describeLine } from "./line-words.ts";
import { Recorder } from "./recorder.ts";
import type { Run, RunRequest } from "./run.ts";

// An error costs most of its time for a stack that nobody reads.
Error.stackTraceLimit = 0;

/** Plays a seed with the simulation of the tests, and nothing of its own. */
async function play(request: RunRequest): Promise<Run> {
  const { seed = drawSmallSeed(), hasOwnFaults, added } = request;
  let recorder: Recorder | undefined;
  const { plan, failure, digest, unused } = await simulate(seed, {
    added,
    without: hasOwnFaults ? [] : faultNames,
    isTraced: true,
    onStart: (shop) => {
      recorder = new Recorder(shop, describeLine);
    },
  });
  const { payments, processes, host, variants } = plan;
  return {
    ...{ request: { ...request, seed }, unused, digest: digest >>> 0, finding: failure?.message },
    ...{ steps: recorder?.finish() ?? [], references: recorder?.references ?? [] },
    plan: `orders: ${payments}, processes: ${processes}, host with ${host}, ${variants.join(", ")}`,
  };
}

/** More than three orders at once are hard to follow. */
function drawSmallSeed(): number {
  let seed = 1 + Math.floor(Math.random() * 1e6);
  while (drawPlan(seed).payments > 3) seed++;
  return seed;
}

addEventListener("message", async ({ data }: MessageEvent<RunRequest>) => postMessage(await play(data)));
