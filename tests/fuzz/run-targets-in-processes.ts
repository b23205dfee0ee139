import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import type { FuzzTarget } from "./targets/fuzz-target.ts";
import { targets } from "./targets/index.ts";

interface Share {
  readonly target: FuzzTarget;
  readonly from: number;
  readonly inputs: number;
}

/** Plays every target's share, in as many processes as the machine has processors. False: an input failed. */
export async function runTargetsInProcesses(
  script: string,
  about: { seed: number; inputs: number },
): Promise<boolean> {
  const processes = availableParallelism();
  const waiting = sharesOf(about.inputs, processes);
  let isFine = true;
  const worker = async () => {
    for (let share = waiting.shift(); share !== undefined && isFine; share = waiting.shift())
      if (!(await played(script, about.seed, share))) isFine = false;
  };
  await Promise.all(Array.from({ length: processes }, worker));
  return isFine;
}

/** The largest first. A target with many inputs is cut where it changes its shop anyway. */
function sharesOf(inputs: number, processes: number): Share[] {
  const total = targets.reduce((sum, { share }) => sum + share, 0);
  return targets.flatMap((target) => {
    const all = Math.round((inputs * target.share) / total);
    const size = Math.max(1, Math.ceil(all / processes / target.perShop)) * target.perShop;
    const starts = Array.from({ length: Math.ceil(all / size) }, (_, at) => at * size);
    return starts.map((from) => ({ target, from, inputs: Math.min(size, all - from) }));
  });
}

function played(script: string, seed: number, { target, from, inputs }: Share): Promise<boolean> {
  const numbers = { seed, from, inputs };
  const args = Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [script, "--target", target.name, ...args], { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal !== null)
        console.error(`✘ ${target.name}: ${signal} ended the process at inputs from ${from}`);
      resolve(code === 0);
    });
  });
}
