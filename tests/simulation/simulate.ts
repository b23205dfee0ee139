import { parseArgs } from "node:util";
import { faultNames, isFault, parseAddedFault } from "./faults.ts";
import { PostgresServer } from "./postgres-server.ts";
import { commandOf, leftOut, shrink, timelineOf } from "./shrink.ts";
import { type Outcome, simulate } from "./simulation.ts";
import { createSqlStore } from "./sqlite-store.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
    only: { type: "string" },
    without: { type: "string", default: "" },
    add: { type: "string", multiple: true, default: [] },
    from: { type: "string", default: String(1 + Math.floor(Math.random() * 1e9)) },
    seeds: { type: "string" },
    minutes: { type: "string", default: "1" },
    hours: { type: "string" },
    "processor-time": { type: "boolean", default: false },
    "no-shrink": { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
  },
});
// An error costs most of its time for a stack that nobody reads.
if (values.seed === undefined) Error.stackTraceLimit = 0;
const without = values.without === "all" ? faultNames : values.without.split(",").filter(isFault);
const added = values.add.flatMap(parseAddedFault);
const only = values.only?.split(",").map(Number);

/** Slower: each statement visits a real Postgres. */
const server = values.postgres ? await PostgresServer.start() : undefined;
const backends = { server, createSqlStore };

/** Plays one seed again. */
async function playSeed(seed: number): Promise<number> {
  const outcome = await simulate(seed, { only, without, added, ...backends, isTraced: true });
  if (values.trace) console.log(timelineOf(outcome));
  console.log(
    `seed ${seed}: ${outcome.failure?.message ?? "no finding"} (digest ${outcome.digest >>> 0}, ${describePlan(outcome)})`,
  );
  return outcome.failure === undefined ? 0 : 1;
}

/** Plays seeds until the time is over or one fails. */
async function playSeeds(): Promise<number> {
  const report = new Report();
  const minutes = values.hours === undefined ? Number(values.minutes) : 60 * Number(values.hours);
  const first = Number(values.from);
  const last = values.seeds === undefined ? Number.POSITIVE_INFINITY : first + Number(values.seeds);
  for (
    let seed = first;
    seed < last && (values.seeds !== undefined || report.seconds < 60 * minutes);
    seed++
  ) {
    const outcome = await simulate(seed, { ...backends, without });
    report.add(outcome);
    if (outcome.failure !== undefined) return explain(outcome, report);
  }
  console.log(`✔ ${report}`);
  return 0;
}

async function explain(failed: Outcome, report: Report): Promise<number> {
  const { seed } = failed.plan;
  console.error(`✘ seed ${seed} after ${report.seconds.toFixed(1)} s: ${failed.failure?.message}`);
  if (values["no-shrink"]) return 1;
  const smaller = await shrink(failed);
  console.error(timelineOf(smaller));
  console.error(`✘ ${smaller.failure?.message}\n  ${describePlan(smaller)}`);
  console.error(`  replay: ${commandOf(smaller, leftOut(failed, smaller))}`);
  return 1;
}

function describePlan({ plan, happened }: Outcome): string {
  const { store, host, processes, payments, only: kept, options } = plan;
  const settings = JSON.stringify(options);
  return `${kept?.size ?? payments} payments, ${processes} processes, ${store}, host with ${host}, ${settings}, faults: ${[...happened].join(", ") || "none"}`;
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** What the seeds covered, and how fast. */
class Report {
  readonly #began = performance.now();
  readonly #pairs = new Set<string>();
  #next = 60;
  #seeds: number[] = [];
  #payments = 0;
  #steps = 0;
  #days = 0;

  get seconds(): number {
    return values["processor-time"] ? processorSeconds() : (performance.now() - this.#began) / 1000;
  }

  add({ plan, payments, steps, time, happened }: Outcome): void {
    this.#seeds = [this.#seeds[0] ?? plan.seed, plan.seed];
    this.#payments += payments;
    this.#steps += steps;
    this.#days += time / 86_400_000;
    for (const one of happened)
      for (const other of happened) if (one < other) this.#pairs.add(`${one}+${other}`);
    if (this.seconds < this.#next) return;
    this.#next = this.seconds + 60;
    console.log(`… ${this}`);
  }

  toString(): string {
    const cpu = processorSeconds();
    const count = faultNames.length;
    const share = `${this.#pairs.size} of ${(count * (count - 1)) / 2} pairs of faults`;
    const speed = `${Math.round(this.#payments / cpu)} payments and ${Math.round(this.#steps / cpu)} steps per second of processor time`;
    const memory = `${Math.round(process.memoryUsage().heapUsed / 1e6)} MB`;
    return `seeds ${this.#seeds[0]} to ${this.#seeds[1]}: ${this.#payments} payments, ${this.#steps} steps, ${Math.round(this.#days)} days in ${Math.round(this.seconds)} s; ${speed}; ${share}; ${memory}`;
  }
}

process.exitCode = values.seed === undefined ? await playSeeds() : await playSeed(Number(values.seed));
await server?.stop();
