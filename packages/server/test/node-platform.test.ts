import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";
import { nodePlatform } from "../src/node-platform.ts";

test("randomBytes returns the requested number of bytes, and never the same bytes", () => {
  const drawn = Array.from({ length: 2000 }, () => nodePlatform.randomBytes(26));
  expect(drawn.every((bytes) => bytes.length === 26)).toBe(true);
  expect(new Set(drawn.map((bytes) => Buffer.from(bytes).toString("hex"))).size).toBe(2000);
  // More bytes than the pool has.
  expect(nodePlatform.randomBytes(10_000)).toHaveLength(10_000);
});

test("a later call of randomBytes does not change the bytes of an earlier one", () => {
  const mine = nodePlatform.randomBytes(16);
  const before = Buffer.from(mine).toString("hex");
  for (let draws = 0; draws < 1000; draws++) nodePlatform.randomBytes(16).fill(0);
  expect(Buffer.from(mine).toString("hex")).toBe(before);
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
