import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkTarballSizes } from "./tarball-sizes.ts";

test("the check names a tarball that is larger than its limit", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pay-index-sizes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, bytes: number) => {
    const path = join(folder, name);
    await writeFile(path, Buffer.alloc(bytes));
    return path;
  };
  const small = await write("pay-index-server-1.0.0.tgz", 299_000);
  const core = await write("pay-index-core-1.0.0-beta.1.tgz", 799_000);
  expect(await checkTarballSizes([small, core])).toBe(1_098_000);
  const large = await write("pay-index-pages-1.0.0.tgz", 301_000);
  await expect(checkTarballSizes([small, large])).rejects.toThrow(
    "pay-index-pages-1.0.0.tgz: 301000 bytes, the limit is 300000",
  );
});
