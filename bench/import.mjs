// Whole-process time of importing core, beside importing zod alone: 11 alternating runs, median of the ratios.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const core = fileURLToPath(new URL("../packages/core/", import.meta.url));

function measureImport(specifier) {
  const started = performance.now();
  const { status } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", `await import("${specifier}")`],
    { cwd: core },
  );
  if (status !== 0) throw new Error(`could not import ${specifier}: run pnpm build first`);
  return performance.now() - started;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const rounds = Array.from({ length: 11 }, () => ({
  zod: measureImport("zod"),
  core: measureImport("@pay-index/core"),
}));
const zod = median(rounds.map((round) => round.zod));
const own = median(rounds.map((round) => round.core));
const ratio = median(rounds.map((round) => round.core / round.zod));
console.log(`zod ${zod.toFixed(0)} ms, core ${own.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`);
