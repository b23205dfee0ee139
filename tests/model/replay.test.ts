import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runModel } from "./model-traces.ts";
import { expectedState, Replay } from "./replay.ts";

const seed = Number(process.env.FC_SEED ?? 41);

test("core does in each step what the model of payments does, and the model keeps its promises", {
  timeout: 600_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "model-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const steps of await runModel(folder, { seed, runs: 200, steps: 40 })) {
    const replay = new Replay();
    for (const [index, step] of steps.entries()) {
      await replay.play(step);
      const events = JSON.stringify(steps.slice(0, index + 1).map(({ event }) => event));
      expect(await replay.state(), events).toEqual(expectedState(step.state));
    }
  }
});
