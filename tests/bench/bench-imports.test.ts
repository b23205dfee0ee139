import { readdirSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

/** A path in this repository, not a package. */
const own = /^[./]/;

// A benchmark is seldom run, and borrows from tests that change.
test.each(readdirSync(join(repositoryRoot, "bench")).filter((name) => name.endsWith(".mjs")))(
  "bench/%s imports only existing names",
  async (name) => {
    const told: string[] = [];
    const bundle = await rolldown({
      input: join(repositoryRoot, "bench", name),
      platform: "node",
      external: (id) => !own.test(id),
      treeshake: false,
      onLog: (_level, { code, message }) => void told.push(`${code}: ${message}`),
    });
    await bundle.generate({ codeSplitting: false }).finally(() => bundle.close());
    expect(told).toEqual([]);
  },
);
