// Two or more sides of one comparison, run in turns in one process, so that a noisy machine is noisy for all of them.
import { figures } from "./parts.mjs";

/** Whether run.mjs asked for few rounds. They show that a part runs; only a gated ratio is judged. */
export const isQuick = process.env.BENCH_QUICK === "1";

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Runs each side once a round, the order turned round each time, and gives the median of each side and, the figure that
 * counts, the median of the rounds' ratios to the last side.
 *
 * @param sides by name: a function that resolves to what one round of it came to; the last one is the bare side
 */
export async function compareSides(rounds, sides) {
  const names = Object.keys(sides);
  const bare = names.at(-1);
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const result = {};
    for (const name of round % 2 === 0 ? names : names.toReversed()) result[name] = await sides[name]();
    measured.push(result);
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        median: median(measured.map((result) => result[name])),
        ratio: median(measured.map((result) => result[name] / result[bare])),
      },
    ]),
  );
}

/** Milliseconds of processor time that this process took until now. Unlike elapsed time, other processes do not disturb it. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Microseconds of processor time that one call costs, its garbage included, over several passes through all inputs. */
export function measureCost(work, inputs) {
  const passes = 5;
  return () => {
    const started = processorTime();
    for (let pass = 0; pass < passes; pass++) for (const input of inputs) work(input);
    return ((processorTime() - started) * 1000) / (inputs.length * passes);
  };
}

/** Prints the bare side as it is, and refuses one that has grown. */
export function printBare(work) {
  const source = work.toString();
  const lines = source.split("\n").length;
  if (lines > 15) throw new Error(`The bare side has ${lines} lines; 15 is the limit.`);
  console.log(`The bare side (${lines} lines):\n\n${source.replace(/^/gm, "    ")}\n`);
}

/** Prints a figure of parts.mjs, and reports it to run.mjs. */
export function printFigure(key, value) {
  const { what, target, isWithin } = figures[key];
  const verdict = isWithin(value, target) ? ", reached" : ", MISSED";
  console.log(`${what}: ${value.toFixed(2)} (target: ${target}${isQuick ? "" : verdict})`);
  process.send?.({ key, value });
}

/** Prints what was counted, and throws unless each wanted count is right. */
export function expectCounts(counts, wanted) {
  for (const name of Object.keys(wanted)) console.log(`${name}: ${counts[name]}`);
  for (const [name, count] of Object.entries(wanted))
    if (counts[name] !== count) throw new Error(`${name}: ${counts[name]}, not ${count}.`);
}

/** Runs these measurements of a part, or the named one. A failed one does not stop the others. */
export async function runMeasurements(measurements, wanted) {
  for (const [name, measure] of Object.entries(measurements)) {
    if (wanted !== undefined && wanted !== name) continue;
    try {
      await measure();
    } catch (error) {
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  }
}
