// Runs the parts of parts.mjs, or the named ones, each in a process of its own, and ends with a table of all figures.
//   node run.mjs [part ...] [--quick] [--gate]
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { parts, ratioKeys } from "./parts.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" }, gate: { type: "boolean" } },
});
const unknown = positionals.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts are ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

/** Whether the figures of a part decide if it passes. With few rounds, most parts only show that they run. */
const isJudged = (name) => !options.quick || Boolean(options.gate && parts[name].quickGate);

/** Runs a part once. Returns its figures by key, and whether it ended well and reported all of them. */
async function measurePart(name) {
  const { command, figures } = parts[name];
  const [file, ...rest] = command.split(" ");
  const child = fork(new URL(file, import.meta.url), rest, {
    env: { ...process.env, BENCH_QUICK: options.quick ? "1" : "" },
    timeout: (options.quick ? 10 : 60) * 60_000,
    silent: !isJudged(name),
  });
  // What two parts print at the same time must not be mixed.
  const printed = [child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream)));
  const heading = `\n▶ ${name}\n`;
  if (isJudged(name)) console.log(heading);
  const values = {};
  child.on("message", ({ key, value }) => {
    values[key] = value;
  });
  const [code] = await once(child, "exit");
  if (!isJudged(name)) console.log([heading, ...(await Promise.all(printed))].join("\n"));
  return {
    values,
    isComplete: code === 0 && Object.keys(figures).every((key) => Number.isFinite(values[key])),
  };
}

const isWithinGate = ({ gate, isWithin }, value) => gate === undefined || isWithin(value, gate);

/** Runs a part, up to three times if a ratio of few rounds is judged. */
async function runPart(name) {
  const part = parts[name];
  const startedAt = performance.now();
  const measure = async (triesLeft) => {
    const { values, isComplete } = await measurePart(name);
    const areWithin = Object.entries(part.figures).every(([key, figure]) =>
      isWithinGate(figure, values[key]),
    );
    const hasPassed = isComplete && (!isJudged(name) || areWithin);
    return isComplete && !hasPassed && triesLeft > 0
      ? measure(triesLeft - 1)
      : { values, isComplete, hasPassed };
  };
  const measured = await measure(options.quick ? 2 : 0);
  return { name, seconds: (performance.now() - startedAt) / 1000, ...measured };
}

function resultOf({ name, isComplete }, figure, value) {
  if (!isComplete || (isJudged(name) && !isWithinGate(figure, value))) return "FAILED";
  if (!isJudged(name)) return "runs";
  return figure.isWithin(value, figure.target) ? "passed" : "passed, misses the target";
}

function tableRows(result) {
  return Object.entries(parts[result.name].figures).map(([key, figure], index) => [
    index === 0 ? result.name : "",
    figure.what,
    result.values[key]?.toFixed(2) ?? "",
    String(figure.target),
    String(figure.gate ?? ""),
    resultOf(result, figure, result.values[key]),
    index === 0 ? result.seconds.toFixed(0) : "",
  ]);
}

function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
}

/** The entry of a whole run for HISTORY.md. */
function historyEntry(results) {
  const { version } = JSON.parse(
    readFileSync(new URL("../packages/core/package.json", import.meta.url), "utf8"),
  );
  const machine = `${cpus()[0].model.trim()}, ${availableParallelism()} cores, Node ${process.versions.node}`;
  const values = Object.assign({}, ...results.map((result) => result.values));
  const measured = ratioKeys.filter((key) => values[key] !== undefined);
  const ratios = measured.map((key) => `${key} ${values[key].toFixed(2)}`).join(", ");
  return `- **${new Date().toISOString().slice(0, 10)}**, ${version} (${machine}): ${ratios}`;
}

const names = positionals.length > 0 ? positionals : Object.keys(parts);
const results = [];
for (const name of names.filter(isJudged)) results.push(await runPart(name));
// Nobody compares these figures, so two parts share the machine.
const others = names.filter((name) => !isJudged(name)).values();
/** The part that builds an app now, by the app. Next.js refuses a second build at the same time. */
const building = new Map();
const runAfterBuild = async (name) => {
  const { builds } = parts[name];
  const run = (building.get(builds) ?? Promise.resolve()).then(() => runPart(name));
  if (builds !== undefined) building.set(builds, run);
  return run;
};
const runOthers = async () => {
  for (const name of others) results.push(await runAfterBuild(name));
};
await Promise.all([runOthers(), runOthers()]);
results.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
const head = ["part", "figure", "value", "target", "gate", "result", "seconds"];
console.log();
printTable([head, ...results.flatMap(tableRows)]);
if (!options.quick && positionals.length === 0)
  console.log(`\nFor bench/HISTORY.md:\n\n${historyEntry(results)}`);
const failed = results.filter(({ hasPassed }) => !hasPassed).map(({ name }) => name);
if (failed.length > 0) {
  console.error(`\n✘ failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
