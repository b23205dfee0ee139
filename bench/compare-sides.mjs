// Two or more sides of one comparison, run in turns in one process, so that a noisy machine is noisy for all of them.

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

/** Microseconds that one call costs, its garbage included, over several passes through all inputs. */
export function measureCost(work, inputs) {
  const passes = 5;
  return () => {
    const started = performance.now();
    for (let pass = 0; pass < passes; pass++) for (const input of inputs) work(input);
    return ((performance.now() - started) * 1000) / (inputs.length * passes);
  };
}

/** Prints the bare side as it is, and refuses one that has grown. */
export function printBare(work) {
  const source = work.toString();
  const lines = source.split("\n").length;
  if (lines > 15) throw new Error(`The bare side has ${lines} lines; 15 is the limit.`);
  console.log(`The bare side (${lines} lines):\n\n${source.replace(/^/gm, "    ")}\n`);
}

export function printFigure(name, value, limit) {
  const reached = limit.atMost === undefined ? value >= limit.atLeast : value <= limit.atMost;
  const asked = limit.atMost === undefined ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`;
  console.log(`${reached ? "reached" : "MISSED "}  ${name}: ${value.toFixed(2)} (asked: ${asked})`);
}
