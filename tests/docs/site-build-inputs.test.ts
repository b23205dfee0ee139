import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../packaging/pack-tarballs.ts";

interface DryRun {
  readonly tasks: readonly { readonly inputs: Readonly<Record<string, string>> }[];
}

test("a change of release.json, a page, a README or a source makes a new site", () => {
  const turbo = join(repositoryRoot, "node_modules/.bin/turbo");
  const args = ["run", "build:site", "--filter=@pay-index-apps/docs", "--dry=json"];
  const output = execFileSync(turbo, args, {
    cwd: repositoryRoot,
    encoding: "utf8",
    maxBuffer: 2 ** 24,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [task] = (JSON.parse(output) as DryRun).tasks;
  expect(Object.keys(task?.inputs ?? {})).toEqual(
    expect.arrayContaining([
      ...["../../release.json", "../../SECURITY.md", "../../docs/index.md", ".vitepress/config.ts"],
      ...["../../packages/core/README.md", "../../packages/core/src/index.ts"],
    ]),
  );
});
