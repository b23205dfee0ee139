import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BrokenGuarantee } from "./broken-guarantee.ts";
import { Random } from "./random.ts";
import type { FuzzTarget, TargetRun } from "./targets/fuzz-target.ts";

export interface RunOptions {
  readonly seed: number;
  /** The first input's number. */
  readonly from: number;
  readonly inputs: number;
  /** Seconds that one input may take. */
  readonly patience?: number;
}

export interface RunResult {
  readonly target: string;
  readonly inputs: number;
  readonly seconds: number;
  /** Seconds of this process's own work: a busy machine gives it less than one for each second. */
  readonly cpuSeconds: number;
  /** Milliseconds of the slowest input. */
  readonly slowest: number;
  /** Megabytes, after the first shop and at the end. */
  readonly heap: readonly [first: number, last: number];
}

/** An input whose outcome broke a promise. */
export class FuzzFailure extends Error {
  override readonly name = "Failure";
  readonly target: string;
  readonly input: number;
  readonly transcript: unknown;

  constructor(
    { target, input, transcript }: Pick<FuzzFailure, "target" | "input" | "transcript">,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.target = target;
    this.input = input;
    this.transcript = transcript;
  }
}

const heapMargin = 64;

/** Plays the inputs of one target. @throws Failure */
export async function runTarget(
  target: FuzzTarget,
  { seed, from, inputs, ...limits }: RunOptions,
): Promise<RunResult> {
  const { patience = target.patience ?? 10 } = limits;
  const began = performance.now();
  const work = process.cpuUsage();
  const heap: number[] = [];
  let slowest = 0;
  for (let next = from; next < from + inputs; ) {
    const shopNumber = Math.floor(next / target.perShop);
    const end = Math.min(from + inputs, (shopNumber + 1) * target.perShop);
    const attack = await target.open(new Random(seed, target.name, "shop", shopNumber));
    try {
      for (; next < end; next++) {
        const startedAt = performance.now();
        await playOne(target, { attack, seed, input: next, patience });
        slowest = Math.max(slowest, performance.now() - startedAt);
      }
    } catch (failure) {
      await attack.close().catch(() => undefined);
      throw failure;
    }
    await closed(target, attack, next - 1);
    heap.push(heapInMegabytes());
    checkHeap(target, heap, next - 1);
  }
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(work);
  const cpuSeconds = (user + system) / 1e6;
  return {
    target: target.name,
    inputs,
    seconds,
    cpuSeconds,
    slowest,
    heap: [heap[0] ?? 0, heap.at(-1) ?? 0],
  };
}

interface Playing {
  readonly attack: TargetRun;
  readonly seed: number;
  readonly input: number;
  readonly patience: number;
}

async function playOne(target: FuzzTarget, { attack, seed, input, patience }: Playing): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const unanswered = () => reject(new BrokenGuarantee(`no answer within ${patience} s`));
    timer = setTimeout(unanswered, patience * 1000);
  });
  try {
    await Promise.race([attack.input(input, new Random(seed, target.name, input)), late]);
  } catch (error) {
    throw new FuzzFailure({ target: target.name, input, transcript: attack.transcript() }, error);
  } finally {
    clearTimeout(timer);
  }
}

/** A shop that closes is searched once more as a whole. */
async function closed(target: FuzzTarget, attack: TargetRun, input: number): Promise<void> {
  try {
    await attack.close();
  } catch (error) {
    throw new FuzzFailure({ target: target.name, input, transcript: attack.transcript() }, error);
  }
}

function checkHeap(target: FuzzTarget, heap: readonly number[], input: number): void {
  const [first = 0, last = 0] = [heap[0], heap.at(-1)];
  if (last <= first + heapMargin) return;
  const message = `the heap grew from ${first} MB to ${last} MB`;
  throw new FuzzFailure({ target: target.name, input, transcript: undefined }, new BrokenGuarantee(message));
}

let collect: (() => void) | undefined;

function heapInMegabytes(): number {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

/** The command that plays the failing input alone. */
export function replayCommand(
  seed: number,
  { target, input }: Pick<FuzzFailure, "target" | "input">,
): string {
  return `npx --yes pnpm@12 fuzz --seed ${seed} --target ${target} --from ${input} --inputs 1`;
}

/** Writes the failing input to a file, and gives its path. */
export async function writeFailureFile(folder: string, seed: number, failure: FuzzFailure): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { target, input, message, transcript } = failure;
  const file = join(folder, `${target}-${seed}-${input}.json`);
  const content = { target, seed, input, message, replay: replayCommand(seed, failure), transcript };
  await writeFile(file, `${JSON.stringify(content, undefined, 2)}\n`);
  return file;
}
