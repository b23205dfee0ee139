// Processor time of a whole process importing what an adapter needs of core, beside importing zod alone.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compareSides, isQuick, printFigure } from "./compare-sides.mjs";

const core = fileURLToPath(new URL("../packages/core/", import.meta.url));

/** The entry points of core that every adapter imports. */
const entries = [
  "@pay-index/core",
  "@pay-index/core/adapter",
  "@pay-index/core/store",
  "@pay-index/core/protocol",
];

function measureImport(...specifiers) {
  const imports = specifiers.map((specifier) => `await import("${specifier}");`).join("");
  const script = `${imports} const { user, system } = process.cpuUsage(); console.log(user + system)`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: core,
  });
  if (status !== 0) throw new Error(`could not import ${specifiers}: run pnpm build first`);
  return Number(stdout) / 1000;
}

const sides = { core: async () => measureImport(...entries), zod: async () => measureImport("zod") };
await compareSides(1, sides);
const { core: ours, zod } = await compareSides(isQuick ? 7 : 21, sides);
console.log(`# Import\n\nzod ${zod.median.toFixed(0)} ms, core ${ours.median.toFixed(0)} ms`);
printFigure("import", ours.ratio);
