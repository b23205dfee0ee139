import { parseArgs } from "node:util";
import { FuzzFailure, replayCommand, runTarget, writeFailureFile } from "./run-target.ts";
import { runTargetsInProcesses } from "./run-targets-in-processes.ts";
import type { FuzzTarget } from "./targets/fuzz-target.ts";
import { targets } from "./targets/index.ts";

const usage = "fuzz [--seed N] [--inputs N] [--target NAME] [--from N] [--list]";

/** Holds the files with failing inputs; git ignores it. */
const folder = ".fuzz";

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
      inputs: { type: "string", default: "20000" },
      from: { type: "string", default: "0" },
      target: { type: "string" },
      list: { type: "boolean", default: false },
    },
  });
  if (values.list) {
    for (const { name, about, share } of targets) console.log(`${name} (${share} %): ${about}`);
    return 0;
  }
  const numbers = [values.seed, values.inputs, values.from].map(Number);
  const [seed = 0, inputs = 0, from = 0] = numbers;
  if (!numbers.every((each) => Number.isSafeInteger(each) && each >= 0))
    return explain("--seed, --inputs and --from are whole numbers.");
  if (values.target === undefined) {
    if (from > 0) return explain("--from needs --target: each target numbers its own inputs.");
    console.log(`seed ${seed}`);
    return (await runTargetsInProcesses(import.meta.filename, { seed, inputs })) ? 0 : 1;
  }
  const target = targets.find(({ name }) => name === values.target);
  if (target === undefined)
    return explain(`There is no target ${values.target}: use ${targets.map(({ name }) => name).join(", ")}.`);
  return (await played(target, { seed, from, inputs })) ? 0 : 1;
}

async function played(target: FuzzTarget, about: { seed: number; from: number; inputs: number }) {
  try {
    const { inputs, seconds, cpuSeconds, slowest, heap } = await runTarget(target, about);
    const rate = Math.round(inputs / cpuSeconds);
    console.log(
      `✔ ${target.name}: ${inputs} inputs from ${about.from} in ${seconds.toFixed(1)} s ` +
        `(${rate} for each second of processor time), slowest ${Math.round(slowest)} ms, ` +
        `heap ${heap[0]} → ${heap[1]} MB`,
    );
    return true;
  } catch (error) {
    if (!(error instanceof FuzzFailure)) throw error;
    console.error(`✘ ${target.name}: input ${error.input} of seed ${about.seed}: ${error.message}`);
    console.error(`  replay: ${replayCommand(about.seed, error)}`);
    console.error(`  written to ${await writeFailureFile(folder, about.seed, error)}`);
    const { cause } = error;
    if (cause instanceof Error && cause.name !== "Violation") console.error(cause.stack);
    return false;
  }
}

function explain(problem: string): number {
  console.error(`${problem}\n${usage}`);
  return 2;
}

process.exitCode = await main();
