import { expect, test } from "vitest";
import { findCode, findCommand, replaceInCode } from "./readme-code.ts";

test("finds a block by its language and a text in it", () => {
  const code = findCode("packages/express/README.md", "ts", "createPayIndex({");
  expect(code).toMatch(/^import \{ createPayIndex, money \} from "@pay-index\/express";\n/);
  expect(() => findCode("packages/express/README.md", "ts", "createPayOutdex({")).toThrow(
    "has no block of ts",
  );
});

test("finds a command without its comment", () => {
  const command = findCommand("packages/express/README.md", "npm install @pay-index/express");
  expect(command).toEqual(["npm", "install", "@pay-index/express", "@pay-index/sqlite"]);
});

test("replaces a text everywhere, and fails if a README no longer has it", () => {
  expect(replaceInCode("a b a", { a: "c" })).toBe("c b c");
  expect(() => replaceInCode("a", { b: "c" })).toThrow('"b"');
});
