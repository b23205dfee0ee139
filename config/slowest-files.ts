import type { Reporter, TestModule } from "vitest/node";

const shown = 10;

/** Prints the files that took longest, so that a slow one is seen when it comes. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const rows = [...modules]
      .map((module) => {
        const { duration, collectDuration, setupDuration } = module.diagnostic();
        return {
          file: module.relativeModuleId,
          seconds: (duration + collectDuration + setupDuration) / 1000,
        };
      })
      .toSorted((one, other) => other.seconds - one.seconds);
    process.stdout.write("\n Slowest files, in seconds\n");
    for (const { file, seconds } of rows.slice(0, shown))
      process.stdout.write(`${seconds.toFixed(1).padStart(7)}  ${file}\n`);
  }
}
