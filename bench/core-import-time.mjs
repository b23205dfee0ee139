// Whole-process time of importing what an adapter needs of core, beside importing zod alone: 11 alternating runs, median
// of the ratios.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const core = fileURLToPath(new URL("../packages/core/", import.meta.url));

/** The entry points of core that every adapter imports. */
const entries = [
  "@pay-index/core",
  "@pay-index/core/adapter",
  "@pay-index/core/store",
  "@pay-index/core/protocol",
];

function measureImport(...specifiers) {
  const started = performance.now();
  const script = specifiers.map((specifier) => `await import("${specifier}");`).join("");
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: core });
  if (status !== 0) throw new Error(`could not import ${specifiers}: run pnpm build first`);
  return performance.now() - started;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const rounds = Array.from({ length: 11 }, () => ({
  zod: measureImport("zod"),
  core: measureImport(...entries),
}));
const zod = median(rounds.map((round) => round.zod));
const own = median(rounds.map((round) => round.core));
const ratio = median(rounds.map((round) => round.core / round.zod));
console.log(`zod ${zod.toFixed(0)} ms, core ${own.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`);
