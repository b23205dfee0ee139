import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";
import { nodePlatform } from "../src/node-platform.ts";

test("randomBytes returns the requested number of bytes, never the same, and never changes them later", () => {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const mine = nodePlatform.randomBytes(26);
  const drawn = [hex(mine)];
  for (let draws = 1; draws < 2000; draws++) {
    const bytes = nodePlatform.randomBytes(26);
    drawn.push(hex(bytes));
    bytes.fill(0);
  }
  expect(drawn.every((text) => text.length === 52)).toBe(true);
  expect([new Set(drawn).size, hex(mine)]).toEqual([2000, drawn[0]]);
  // More bytes than the pool has.
  expect(nodePlatform.randomBytes(10_000)).toHaveLength(10_000);
});

test("a timer that is cancelled does not run", async () => {
  let ended = 0;
  const off = nodePlatform.after(1, () => ended++);
  off();
  await new Promise<void>((resolve) => nodePlatform.after(5, resolve));
  expect(ended).toBe(0);
});

test("a shop does not start on a runtime without MD5, such as Node in its FIPS mode", async () => {
  onTestFinished(closeShops);
  const hash = vi.spyOn(crypto, "hash").mockImplementation(() => {
    throw new Error("error:0308010C:digital envelope routines::unsupported");
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    hash.mockRestore();
    syncBuiltinESMExports();
  });
  const problems = [{ path: "runtime", message: expect.stringContaining("has no MD5") }];
  await expect(TestShop.open()).rejects.toMatchObject({ code: "options_invalid", problems });
});
