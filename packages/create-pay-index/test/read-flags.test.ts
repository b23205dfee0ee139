import { describe, expect, test } from "vitest";
import { defaultAnswers } from "../src/answers.ts";
import { CreateError } from "../src/create-error.ts";
import { readFlags } from "../src/read-flags.ts";

function codeOf(args: readonly string[]): string {
  try {
    readFlags(args);
  } catch (error) {
    if (error instanceof CreateError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

test("each flag answers one question, and the folder can be an argument", () => {
  const all = ["--name", "my-shop", "--host", "Medusa", "--package-manager", "pnpm", "--yes"];
  expect(readFlags(all)).toEqual({
    answers: { folder: "my-shop", host: "medusa", packageManager: "pnpm" },
    yes: true,
    help: false,
    version: false,
  });
  expect(readFlags(["shops/tea", "-y"]).answers).toEqual({ folder: "shops/tea" });
  expect(readFlags(["-h"]).help).toBe(true);
});

describe("a wrong flag has a code and a solution", () => {
  test.each([
    [
      "--host",
      "magento",
      'host_unknown: There is no host "magento". Use express, hono, fastify, next, vendure, or medusa.',
    ],
    ["--package-manager", "yarn", /^package_manager_unknown: .* "yarn" in this command\. Use npm or pnpm\.$/],
    ["--name", " ", "name_invalid: The name is empty. Enter a name such as my-shop."],
    ["--color", "red", "flag_invalid: Unknown option '--color'. --help lists the flags."],
    ["--name", "--yes", /^flag_invalid: Option '--name' argument is ambiguous/],
    ["one", "two", "flag_invalid: There are 2 names: one, two. Use one."],
  ])("%s %s", (flag, value, expected) => {
    if (expected instanceof RegExp) expect(codeOf([flag, value])).toMatch(expected);
    else expect(codeOf([flag, value])).toBe(expected);
  });

  test.each(["My Shop", "shops/MyShop", ".hidden", "a".repeat(215), "http"])("the name %s", (name) => {
    expect(codeOf([name])).toMatch(/^name_invalid: npm does not accept the name .* Use lower-case letters/);
  });
});

test("pnpm create pay-index uses pnpm by default", () => {
  const pnpm = { npm_config_user_agent: "pnpm/12.21.0 npm/? node/v24" };
  expect(defaultAnswers(pnpm).packageManager).toBe("pnpm");
  expect(defaultAnswers({})).toEqual({ folder: "pay-index-shop", host: "express", packageManager: "npm" });
});
