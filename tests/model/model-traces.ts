import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const quint = fileURLToPath(import.meta.resolve("@informalsystems/quint/dist/src/cli.js"));
const model = fileURLToPath(new URL("payments.qnt", import.meta.url));
const invariants = [
  "evidenceBeforeOk",
  "nothingIsLost",
  "oneOrder",
  "oneWinner",
  "oneLease",
  "placedIsPlaced",
];

interface Variant<Tag extends string, Value> {
  readonly tag: Tag;
  readonly value: Value;
}

export interface Message {
  readonly attempt: number;
  readonly pays: boolean;
}

type Answer = Variant<"Works" | "Refuses" | "Throws" | "IsLost", unknown>;

/** What happens next, as in `payments.qnt`. */
export type ModelEvent =
  | Variant<"Start" | "Pass", unknown>
  | Variant<"Notify", { readonly process: number; readonly message: Message }>
  | Variant<"Step", { readonly process: number; readonly answer: Answer; readonly claimed: number }>
  | Variant<"Tick" | "Renew" | "ReplyEarly" | "Die", number>;

export interface ModelJob {
  readonly status: Variant<"Due" | "GivenUp" | "Placed" | "Superseded", unknown>;
  readonly dueAt: number;
}

export interface ModelState {
  readonly hasTransactions: boolean;
  readonly database: {
    readonly facts: readonly Message[];
    readonly winning: readonly number[];
    readonly paidTwice: readonly number[];
    readonly version: number;
    readonly inbox: ReadonlyMap<Message, { readonly isProcessed: boolean }>;
    readonly jobs: ReadonlyMap<number, ModelJob>;
  };
  readonly orders: readonly number[];
  readonly acknowledged: readonly Message[];
  readonly running: ReadonlyMap<number, { readonly calls: readonly Variant<string, unknown>[] }>;
}

/** A state, and what led to it. */
export interface ModelStep {
  readonly event: ModelEvent;
  readonly state: ModelState;
}

/** Values of the Informal Trace Format as values of JavaScript. */
function fromItf(_name: string, value: unknown): unknown {
  const { "#bigint": number, "#set": set, "#map": map, "#tup": tuple } = Object(value);
  if (map !== undefined) return new Map(map);
  return number === undefined ? (set ?? tuple ?? value) : Number(number);
}

/**
 * Checks the invariants of the model in random runs, and returns the runs.
 *
 * @throws Error with the output of Quint if a run breaks an invariant
 */
export async function runModel(
  folder: string,
  { seed, runs, steps }: { readonly seed: number; readonly runs: number; readonly steps: number },
): Promise<readonly (readonly ModelStep[])[]> {
  const numbers = ["--seed", seed, "--max-samples", runs, "--n-traces", runs, "--max-steps", steps];
  const output = ["--out-itf", join(folder, "{seq}.itf.json"), "--invariants", ...invariants];
  await promisify(execFile)(process.execPath, [
    ...[quint, "run", model, "--backend", "typescript"],
    ...[...numbers, ...output].map(String),
  ]);
  const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8"));
  return (await Promise.all(texts)).map((text) => JSON.parse(text, fromItf).states);
}
