import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { FuzzFailure, runFuzz } from "./run-fuzz.ts";

/** Holds the files with failing inputs; git ignores it. */
const folder = ".fuzz";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    inputs: { type: "string", default: "20000" },
    from: { type: "string", default: "0" },
  },
});
const [seed = 0, inputs = 0, from = 0] = [values.seed, values.inputs, values.from].map(Number);
if (![seed, inputs, from].every((each) => Number.isSafeInteger(each) && each >= 0))
  throw new Error("--seed, --inputs and --from are whole numbers.");
const began = performance.now();
try {
  const [first, last] = await runFuzz({ seed, from, inputs });
  const seconds = (performance.now() - began) / 1000;
  console.log(`✔ ${inputs} inputs of seed ${seed} in ${seconds.toFixed(1)} s, heap ${first} → ${last} MB`);
} catch (error) {
  if (!(error instanceof FuzzFailure)) throw error;
  const { input, message, transcript, cause } = error;
  const replay = `npx --yes pnpm@12 fuzz --seed ${seed} --from ${input} --inputs 1`;
  const file = `${folder}/${seed}-${input}.json`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify({ message, replay, transcript }, undefined, 2));
  console.error(
    `✘ input ${input} of seed ${seed}: ${message}\n  replay: ${replay}\n  written to ${file}`,
    cause,
  );
  process.exitCode = 1;
}
