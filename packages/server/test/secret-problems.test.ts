import { expect, test } from "vitest";
import { findSecretProblems } from "../src/secret-problems.ts";

const random = "5f0d9c1b7a3e4d2c8b6a5f0d9c1b7a3e";
const other = "0123456789abcdef0123456789abcdef";

test.each([
  ["undefined", undefined, "is empty"],
  ["an empty text", "", "is empty"],
  ["the password of Vendure's projects", "superadmin", "is the value of an example"],
  ["the secret of older projects", "not-a-secret", "is the value of an example"],
  ["the secret of Medusa's template", "supersecret", "is the value of an example"],
  ["31 characters", random.slice(1), "has fewer than 32 characters"],
  ["the same value in two settings", other, "is the same as JWT_SECRET"],
])("refuses %s as the secret of a host, says what to do, and repeats no value", (_what, value, reason) => {
  const problems = findSecretProblems({ secrets: { JWT_SECRET: other, COOKIE_SECRET: value } });
  expect(problems).toEqual([{ path: "COOKIE_SECRET", message: expect.stringContaining(reason) }]);
  expect(problems[0]?.message).toContain("openssl rand -hex 32");
  if (value) expect(problems[0]?.message).not.toContain(value);
});

test("accepts random values, and what is no text", () => {
  expect(findSecretProblems({ secrets: { JWT_SECRET: other, COOKIE_SECRET: random } })).toEqual([]);
  expect(findSecretProblems({ secrets: { COOKIE_SECRET: ["rotated"] } })).toEqual([]);
});

test("a password needs 12 characters, and is no secret of another setting", () => {
  const find = (password: string) =>
    findSecretProblems({ secrets: { COOKIE_SECRET: random }, passwords: { SUPERADMIN_PASSWORD: password } });
  expect(find("twelve-chars")).toEqual([]);
  expect(find("eleven-char").map(({ message }) => message)).toEqual([
    expect.stringContaining("has fewer than 12 characters"),
  ]);
  expect(find(random).map(({ message }) => message)).toEqual([
    expect.stringContaining("is the same as COOKIE_SECRET"),
  ]);
});
